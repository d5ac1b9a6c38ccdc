"""Of complaints that are alike a few are told; the next one after a while says how many were not."""

import logging

from shanghaien.web.core.logs import AT_ONCE, SECONDS, RateLimitedLog


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def complaint(message: str, level: int = logging.WARNING) -> logging.LogRecord:
    return logging.LogRecord("asyncio", level, __file__, 1, message, (), None)


def test_a_flood_of_complaints_is_cut_off_and_counted() -> None:
    clock = Clock()
    limited = RateLimitedLog(clock)
    assert sum(limited.filter(complaint("no more files")) for _ in range(1000)) == AT_ONCE
    assert limited.filter(complaint("something else"))
    clock.now += SECONDS
    later = complaint("no more files")
    assert limited.filter(later)
    assert vars(later)["left_out"] == 1000 - AT_ONCE
    clock.now += SECONDS
    last = complaint("no more files")
    assert limited.filter(last)
    assert "left_out" not in vars(last)


def test_complaints_that_differ_only_in_numbers_and_addresses_are_alike() -> None:
    limited = RateLimitedLog()
    written = (complaint(f"Task-{number} at 0x7f{number:04x} was abandoned") for number in range(1000))
    assert sum(map(limited.filter, written)) == AT_ONCE


def test_what_is_no_complaint_is_always_told() -> None:
    limited = RateLimitedLog()
    assert all(limited.filter(complaint("request", logging.INFO)) for _ in range(5 * AT_ONCE))


def test_errors_of_different_classes_are_different_complaints() -> None:
    limited = RateLimitedLog()
    for error in (KeyError, ValueError):
        records = [complaint("fault", logging.ERROR) for _ in range(AT_ONCE + 1)]
        for record in records:
            record.exc_info = (error, error(), None)
        assert sum(map(limited.filter, records)) == AT_ONCE
