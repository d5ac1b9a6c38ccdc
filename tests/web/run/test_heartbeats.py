"""An outage of the database takes one line of the log; a fault of ours tells its cause."""

import logging

import pytest
from sqlalchemy.exc import OperationalError

from shanghaien.web.core.outages import note

LOG = logging.getLogger("shanghaien.outages")


@pytest.mark.parametrize(
    "error",
    [OperationalError("SELECT 1", {}, OSError("no such host\nat all")), ConnectionRefusedError("no such host\nat all")],
)
def test_an_outage_is_told_in_one_line(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    note(LOG, "it did not work", error, game="g")
    (record,) = (record for record in caplog.records if record.name == LOG.name)
    assert (record.levelname, record.message, record.exc_info) == ("WARNING", "it did not work", None)
    assert (vars(record)["reason"], vars(record)["game"]) == ("no such host", "g")


def test_a_fault_is_told_with_its_cause(caplog: pytest.LogCaptureFixture) -> None:
    fault = ZeroDivisionError()
    note(LOG, "it did not work", fault)
    (record,) = (record for record in caplog.records if record.name == LOG.name)
    assert record.levelname == "ERROR"
    assert record.exc_info is not None
    assert record.exc_info[1] is fault
