"""What a host has set up, and what is said of the rest."""

from pathlib import Path

from shanghaien.web.core.settings import ConfiguredParts, load, set_up


def test_nothing_is_set_up_by_itself(tmp_path: Path) -> None:
    told = set_up(load({"data": tmp_path}, {}))
    assert told == ConfiguredParts(mail=False, push=False, webhooks=False, metrics=False)
    assert told.missing == ["mail", "push", "webhooks", "metrics"]


def test_each_setting_sets_its_own_part_up(tmp_path: Path) -> None:
    parts = {
        "mail": {
            "smtp": "smtp://127.0.0.1:25?tls=no",
            "mail_from": "a@play.example",
            "public_url": "https://play.example",
        },
        "push": {"push_contact": "mailto:host@play.example"},
        "webhooks": {"webhooks": "yes"},
        "metrics": {"metrics": "local"},
    }
    everything = {name: value for part in parts.values() for name, value in part.items()}
    assert set_up(load({"data": tmp_path} | everything, {})).missing == []
    for missing, part in parts.items():
        rest = {name: value for name, value in everything.items() if name not in part}
        assert set_up(load({"data": tmp_path} | rest, {})).missing == [missing]
