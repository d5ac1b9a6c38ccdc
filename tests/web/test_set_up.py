"""What a host has set up, and what is said of the rest."""

from pathlib import Path

from shanghaien.web.set_up import SetUp, set_up
from shanghaien.web.settings import load


def test_nothing_is_set_up_by_itself(tmp_path: Path) -> None:
    told = set_up(load({"data": tmp_path}, {}))
    assert told == SetUp(mail=False, push=False, webhooks=False, metrics=False)
    assert told.missing == ["mail", "push", "webhooks", "metrics"]


def test_each_setting_sets_its_own_part_up(tmp_path: Path) -> None:
    given = {
        "SHANGHAIEN_SMTP": "smtp://127.0.0.1:25?tls=no",
        "SHANGHAIEN_MAIL_FROM": "table@play.example",
        "SHANGHAIEN_PUSH_CONTACT": "mailto:host@play.example",
        "SHANGHAIEN_WEBHOOKS": "yes",
        "SHANGHAIEN_METRICS": "local",
    }
    assert set_up(load({"data": tmp_path}, given)).missing == []
    for name, missing in {"SMTP": "mail", "PUSH_CONTACT": "push", "WEBHOOKS": "webhooks", "METRICS": "metrics"}.items():
        rest = {
            key: value
            for key, value in given.items()
            if name not in key and (name, key) != ("SMTP", "SHANGHAIEN_MAIL_FROM")
        }
        assert set_up(load({"data": tmp_path}, rest)).missing == [missing]
