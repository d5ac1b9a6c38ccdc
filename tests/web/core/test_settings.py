"""Settings come from flags, else from the environment, else from defaults; what is wrong is named."""

import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from shanghaien.web.core.settings import load
from shanghaien.wrong_input import WrongInput


def test_the_defaults_keep_everything_in_one_folder(tmp_path: Path) -> None:
    settings = load({"data": tmp_path / "new"}, {})
    assert settings.sqlite_file == tmp_path / "new" / "shanghaien.db"
    assert settings.host == "127.0.0.1"
    assert not settings.https


def test_the_secret_is_made_once_for_the_owner_alone(tmp_path: Path) -> None:
    first, second = load({"data": tmp_path}, {}), load({"data": tmp_path}, {})
    assert first.secret == second.secret
    assert len(first.secret) >= 32
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600
    assert first.secret not in repr(first)


def test_a_new_folder_is_for_the_owner_alone(tmp_path: Path) -> None:
    load({"data": tmp_path / "new"}, {})
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


def test_a_flag_goes_before_the_environment(tmp_path: Path) -> None:
    environ = {"SHANGHAIEN_PORT": "81", "SHANGHAIEN_DATA": str(tmp_path), "SHANGHAIEN_BOT_PAUSE": "0.5", "HOME": "x"}
    settings = load({"port": "82", "host": None}, environ)
    assert (settings.port, settings.bot_pause, settings.data) == (82, 0.5, tmp_path)


def test_an_empty_variable_is_no_setting(tmp_path: Path) -> None:
    assert load({"data": tmp_path}, {"SHANGHAIEN_PUBLIC_URL": ""}).public_url == ""


def test_cookies_are_secure_where_players_come_by_https(tmp_path: Path) -> None:
    assert load({"data": tmp_path, "public_url": "https://play.example/"}, {}).https


def test_a_postgresql_address_gets_the_driver_we_use(tmp_path: Path) -> None:
    settings = load({"data": tmp_path, "database": "postgresql://ada:pass@db/games"}, {})
    assert settings.database == "postgresql+asyncpg://ada:pass@db/games"
    assert settings.sqlite_file is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "70000"),
        ("port", ""),
        ("bot_workers", "-1"),
        ("processes", "0"),
        ("processes", "2"),
        ("nats", "127.0.0.1:4222"),
        ("connections", "1"),
        ("streams", "0"),
        ("keep_reviews_days", "-1"),
        ("access_log", "perhaps"),
        ("bot_pause", "-1"),
        ("bot_pause", "soon"),
        ("cache_mb", "0"),
        ("rate_limit", "-1"),
        ("log_level", "loud"),
        ("public_url", "play.example"),
        ("public_url", "https://play.example/path"),
        ("secret", "short"),
        ("database", "games.db"),
        ("database", "sqlite://"),
        ("database", "sqlite://host/games.db"),
        ("database", "postgresql://db:port/games"),
        ("smtp", "http://mail.example"),
        ("smtp", "smtp://ada:secret@mail.example?tls=perhaps"),
        ("smtp", "smtps://mail.example?tls=no"),
        ("smtp", "smtp://mail.example:port"),
        ("mail_from", "table at play.example"),
        ("mail_from", "x <table@play.example>\r\nBcc: evil@z.example"),
        ("push_contact", "host@play.example"),
        ("push_contact", "mailto:host"),
        ("push_services", "https://push.example"),
        ("push_services", ""),
        ("webhooks", "some"),
        ("metrics", "short"),
        ("data", __file__),
        ("data", ""),
        ("host", ""),
    ],
)
def test_a_wrong_value_is_refused_by_name(tmp_path: Path, name: str, value: Any) -> None:
    with pytest.raises(WrongInput, match=f"Setting {name} must"):
        load({"data": tmp_path, name: value}, {})


def test_without_its_package_postgresql_gets_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    sentence = r"^Setting database needs the package asyncpg for PostgreSQL: pip install 'shanghaien\[postgres\]'\.$"
    with pytest.raises(WrongInput, match=sentence):
        load({"data": tmp_path, "database": "postgresql://db/games"}, {})


def test_without_its_package_nats_gets_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nats", None)
    with pytest.raises(
        WrongInput, match=r"^Setting nats needs the package nats-py: pip install 'shanghaien\[nats\]'\.$"
    ):
        load({"data": tmp_path, "nats": "nats://127.0.0.1:4222"}, {})


def test_who_only_reads_leaves_no_trace(tmp_path: Path) -> None:
    settings = load({"data": tmp_path / "games"}, {}, create=False)
    assert settings.sqlite_file == tmp_path / "games" / "shanghaien.db"
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_variable_is_told_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(WrongInput, match=r"There is no setting SHANGHAIEN_PROT; there are .*SHANGHAIEN_PORT"):
        load({"data": tmp_path}, {"SHANGHAIEN_PROT": "80"})


def test_several_processes_go_with_postgresql_only(tmp_path: Path) -> None:
    assert load({"data": tmp_path, "processes": "3", "database": "postgresql://db/games"}, {}).processes == 3
    with pytest.raises(WrongInput, match="processes must be 1 with SQLite"):
        load({"data": tmp_path, "processes": "3"}, {})


@pytest.mark.parametrize("name", ["source_url", "imprint_url", "privacy_url"])
@pytest.mark.parametrize("page", ["https://play.example/about?of=us", "http://play.example", "/imprint", "/"])
def test_a_page_at_the_foot_is_an_address_or_a_path_of_this_site(tmp_path: Path, name: str, page: str) -> None:
    assert getattr(load({"data": tmp_path, name: page}, {}), name) == page


@pytest.mark.parametrize(
    "page",
    [
        "javascript:alert(1)",
        "//elsewhere.example",
        "/\\elsewhere.example",
        "imprint",
        "mailto:ada@play.example",
        "https://",
        "https://ada:word@play.example",
        "https://play.example/a b",
    ],
)
def test_nothing_else_is_linked_at_the_foot(tmp_path: Path, page: str) -> None:
    with pytest.raises(WrongInput, match="Setting imprint_url must look like"):
        load({"data": tmp_path, "imprint_url": page}, {})


@pytest.mark.parametrize(("value", "on"), [("yes", True), ("1", True), ("off", False), ("", False)])
def test_the_access_log_is_off_unless_somebody_wants_it(tmp_path: Path, value: str, on: bool) -> None:
    assert load({"data": tmp_path}, {"SHANGHAIEN_ACCESS_LOG": value}).access_log is on


def test_settings_load_no_library_of_databases(tmp_path: Path) -> None:
    program = "import sys, shanghaien.web.core.settings; print('sqlalchemy' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout == "False\n"
