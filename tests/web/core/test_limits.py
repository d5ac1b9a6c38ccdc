"""Token buckets are used up and fill again; what several processes were asked for counts together."""

import json

import pytest

from shanghaien.web.core.limits import (
    MINUTE,
    MOST_KEYS,
    MOST_TOLD,
    SECONDS_HEARD,
    Limits,
    SharedBucket,
    SharedInFlight,
    TokenBucket,
    network,
)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def exchange(*processes: Limits) -> None:
    """Every process tells all others what they have to know."""
    told = [list(limits.told(str(number))) for number, limits in enumerate(processes)]
    for number, messages in enumerate(told):
        for other in processes[:number] + processes[number + 1 :]:
            for message in messages:
                other.hear(message)


def test_a_bucket_is_used_up_and_fills_again() -> None:
    clock = Clock()
    bucket = TokenBucket(60, MINUTE, clock)
    assert [bucket.take("a") for _ in range(60)] == [0.0] * 60
    assert bucket.take("a") == 1.0
    assert bucket.take("b") == 0.0
    clock.now = 1.0
    assert [bucket.take("a") > 0, bucket.take("a") > 0] == [False, True]


def test_addresses_that_were_not_seen_for_long_are_forgotten() -> None:
    bucket = TokenBucket(60, MINUTE, Clock())
    for number in range(MOST_KEYS + 500):
        bucket.take(str(number))
    assert len(bucket._left) == MOST_KEYS


def test_what_is_taken_in_one_process_is_gone_in_all() -> None:
    clock = Clock()
    first, second, third = (Limits(600, 10, clock) for _ in range(3))
    for _ in range(300):
        first.wait("club", "", change=True)
        second.wait("club", "", change=True)
    exchange(first, second, third)
    assert all(limits.wait("club", "", change=True) > 0 for limits in (first, second, third))
    assert third.wait("others", "", change=True) == 0
    clock.now = 60.0
    assert third.wait("club", "", change=True) == 0


def test_a_little_is_not_told_until_it_is_more() -> None:
    bucket = SharedBucket(1000, MINUTE, Clock())
    for _ in range(9):
        bucket.take("a")
    assert bucket.told() == {}
    bucket.take("a")
    assert bucket.told() == {"a": 10}
    assert bucket.told() == {}


def test_streams_of_all_processes_count_until_one_is_not_heard_of_any_more() -> None:
    clock = Clock()
    first, second = Limits(600, 4, clock), Limits(600, 4, clock)
    assert [first.streams.begin("club") for _ in range(3)] == [True] * 3
    exchange(first, second)
    assert [second.streams.begin("club") for _ in range(2)] == [True, False]
    first.streams.end("club")
    exchange(first, second)
    assert second.streams.begin("club")
    clock.now = SECONDS_HEARD + 1
    assert [second.streams.begin("club") for _ in range(3)] == [True, True, False]


def test_a_refused_stream_leaves_no_trace() -> None:
    streams = SharedInFlight(1, Clock())
    streams.hear("other", {"club": 1})
    assert not streams.begin("club")
    assert streams.of == {}


def test_messages_stay_short_however_many_ask() -> None:
    limits = Limits(100, 16, Clock())
    for number in range(3 * MOST_TOLD):
        address = f"2001:0db8:0000:{number:04x}"
        limits.wait(address, f"{number:018x}", change=True)
        limits.streams.begin(address)
    messages = list(limits.told("a sender of a process"))
    assert len(messages) == 3
    assert max(map(len, messages)) < 7000


@pytest.mark.parametrize("message", ["", "[]", "nonsense", '["a", "changes", 3]', '["a", "changes", {"x": "y"}]', "{}"])
def test_what_cannot_be_read_is_passed_over(message: str) -> None:
    limits = Limits(100, 10, Clock())
    limits.hear(message)
    assert limits.wait("x", "", change=True) == 0


def test_what_is_told_holds_no_token_or_cookie() -> None:
    limits = Limits(10, 10, Clock())
    limits.wait("a", "digest", change=True)
    kinds = {json.loads(message)[1]: json.loads(message)[2] for message in limits.told("me")}
    assert kinds == {"changes": {"a": 1}, "people": {"digest": 1}}


def test_streams_are_told_as_long_as_there_are_some_and_once_that_there_are_none() -> None:
    limits = Limits(10, 10, Clock())
    limits.streams.begin("a")
    assert list(limits.told("me")) == list(limits.told("me")) == ['["me", "streams", {"a": 1}]']
    limits.streams.end("a")
    assert list(limits.told("me")) == ['["me", "streams", {}]']
    assert list(limits.told("me")) == []


def test_addresses_that_begin_alike_are_one_where_everybody_has_many() -> None:
    assert network("2001:db8::1") == network("2001:db8::ffff:1") != network("2001:db8:1::1")
    assert network("10.0.0.1") != network("10.0.0.2")
    assert network("unix:") == "unix:"
