"""The alert rules and the dashboard: valid, and every metric and label that they name is one of /metrics."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import yaml
from litestar.testing import TestClient
from prometheus_client.parser import text_string_to_metric_families

from shanghaien.web.app import create_app
from shanghaien.web.core.counters import ALL
from shanghaien.web.core.settings import Settings
from tests.documents import ROOT

ALERTS, DASHBOARD = ROOT / "deploy" / "prometheus" / "alerts.yml", ROOT / "deploy" / "grafana" / "shanghaien.json"
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
PROMTOOL = shutil.which("promtool")
RULES: list[dict[str, Any]] = [
    rule for group in yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["groups"] for rule in group["rules"]
]
BOARD: dict[str, Any] = json.loads(DASHBOARD.read_text(encoding="utf-8"))
PANELS = [panel for panel in BOARD["panels"] if panel["type"] != "row"]
OF_PROMETHEUS = {"up", "job", "instance", "le"}
"""What Prometheus adds by itself."""
WORD = re.compile(r"[a-z_]+")


def expressions() -> list[str]:
    """Everything that the two files ask Prometheus for."""
    asked = [target["expr"] for panel in PANELS for target in panel["targets"]]
    variables = [each["definition"] for each in BOARD["templating"]["list"] if "definition" in each]
    marks = [each["expr"] for each in BOARD["annotations"]["list"]]
    return [*(rule["expr"] for rule in RULES), *asked, *variables, *marks]


def labels_in(expression: str) -> Iterator[str]:
    """The labels that are compared, or by which an expression adds up."""
    for inside in re.findall(r"\{([^}]*)\}", expression):
        yield from re.findall(r"([a-z_]+)(?:=~|!~|!=|=)", inside)
    for inside in re.findall(r"\bby \(([^)]*)\)", expression):
        yield from WORD.findall(inside)


@pytest.fixture(scope="module")
def metrics(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of all samples that /metrics has, or has once something was counted."""
    data = tmp_path_factory.mktemp("metrics")
    settings = Settings(data=data, database=f"sqlite+aiosqlite:///{data / 'games.db'}", secret="s" * 40)
    with TestClient(create_app(replace(settings, metrics="for those who watch"))) as client:
        told = client.get("/metrics", headers={"authorization": "Bearer for those who watch"}).text
    names = set()
    for family in text_string_to_metric_families(told):
        ends = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"]}.get(family.type, [""])
        names |= {family.name + end for end in ends}
    return names


def test_every_metric_that_is_named_is_one_that_there_is(metrics: set[str]) -> None:
    named = {name for asked in expressions() for name in re.findall(r"\bshanghaien_\w+", asked)}
    assert named - metrics == set()


def test_every_figure_of_ours_is_on_the_dashboard() -> None:
    shown = "\n".join(expressions())
    assert [figure.name for figure in ALL if f"shanghaien_{figure.name}_" not in shown] == []


def test_every_label_that_is_named_is_one_that_there_is() -> None:
    known = {label for figure in ALL for label in figure.labels} | {"kind", "state"} | OF_PROMETHEUS
    assert {label for asked in expressions() for label in labels_in(asked)} - known == set()


def test_a_rule_says_what_is_wrong_and_what_to_do_and_waits_before_it_wakes_anybody() -> None:
    assert len({rule["alert"] for rule in RULES}) == len(RULES) > 5
    for rule in RULES:
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert rule["annotations"].keys() == {"summary", "description"}
        assert "for" in rule or rule["labels"]["severity"] == "ticket", rule["alert"]


def test_brackets_of_every_expression_are_closed() -> None:
    for asked in expressions():
        for left, right in ("()", "{}", "[]"):
            assert asked.count(left) == asked.count(right), asked


def test_panels_have_a_title_and_a_place_of_their_own() -> None:
    ids = [panel["id"] for panel in BOARD["panels"]]
    assert len(ids) == len(set(ids))
    taken = [(x, y) for panel in BOARD["panels"] for x, y in cells(panel["gridPos"])]
    assert len(taken) == len(set(taken))
    assert all(panel["title"] and panel["targets"] for panel in PANELS)


def cells(place: dict[str, int]) -> Iterator[tuple[int, int]]:
    """The cells of the grid that a panel covers."""
    assert place["x"] + place["w"] <= 24
    for x in range(place["x"], place["x"] + place["w"]):
        yield from ((x, y) for y in range(place["y"], place["y"] + place["h"]))


def test_the_page_for_hosts_names_both_files() -> None:
    for file in (ALERTS, DASHBOARD):
        assert str(file.relative_to(ROOT)) in HOSTING


@pytest.mark.skipif(PROMTOOL is None, reason="promtool is not installed (Debian: prometheus)")
def test_promtool_finds_the_rules_valid() -> None:
    assert PROMTOOL is not None
    told = subprocess.run([PROMTOOL, "check", "rules", str(ALERTS)], capture_output=True, text=True, check=False)
    assert (told.returncode, f"{len(RULES)} rules found" in told.stdout) == (0, True), told.stderr
