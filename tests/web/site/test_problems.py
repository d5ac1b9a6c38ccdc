"""Refusals and faults: a page for people, problem details for programs, and what belongs to each."""

import json
from typing import Any

import pytest
from litestar import Response
from litestar.exceptions import NotFoundException, TooManyRequestsException, ValidationException
from litestar.response import Template
from litestar.testing import RequestFactory

from shanghaien.web.core.errors import BadRequestError, DomainError, LimitReached, NotFoundError
from shanghaien.web.core.i18n import language_context
from shanghaien.web.people.tokens import NoToken
from shanghaien.web.site.problems import handle_domain_error, handle_unexpected, http_error, title_of


def asked(path: str) -> Any:
    return RequestFactory().get(path, headers={"cookie": "csrftoken=t"})


def test_a_program_is_told_the_problem_in_plain_values() -> None:
    answer = handle_domain_error(asked("/api/v1/games/g"), NotFoundError("There is no game %(game)s.", game="g"))
    assert not isinstance(answer, Template)
    assert (answer.status_code, answer.media_type) == (404, "application/problem+json")
    assert json.loads(json.dumps(answer.content)) == {
        "type": "urn:shanghaien:not-found",
        "title": "Not Found",
        "status": 404,
        "detail": "There is no game g.",
        "code": "not-found",
    }


def test_a_person_gets_a_page_in_their_language() -> None:
    with language_context("en"):
        answer = handle_domain_error(asked("/t/g"), BadRequestError("Send a form."))
    assert isinstance(answer, Template)
    assert (answer.status_code, answer.media_type) == (400, "text/html")
    told = {name: answer.context[name] for name in ("status", "code", "sentence", "title")}
    assert told == {"status": 400, "code": "malformed", "sentence": "Send a form.", "title": "That is not possible"}


@pytest.mark.parametrize("path", ["/new", "/api/v1/games"])
def test_whoever_has_to_wait_is_told_how_long(path: str) -> None:
    refusal = LimitReached("too-often", "Later.", retry_after=90)
    assert handle_domain_error(asked(path), refusal).headers["Retry-After"] == "90"


def test_whoever_has_to_sign_in_is_told_how_and_nobody_else() -> None:
    def headers(refusal: DomainError) -> dict[str, Any]:
        return dict(handle_domain_error(asked("/api/v1/games"), refusal).headers)

    assert headers(NoToken("No token.")) == {"WWW-Authenticate": "Bearer"}
    assert headers(NotFoundError("Nothing.")) == {}


@pytest.mark.parametrize("path", ["/t/g", "/api/v1/games"])
def test_what_the_framework_refuses_keeps_its_status_and_headers(path: str) -> None:
    answer: Response[Any] = http_error(asked(path), TooManyRequestsException(headers={"Retry-After": "7"}))
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "7"
    assert http_error(asked(path), NotFoundException()).status_code == 404


def test_a_program_is_told_which_fields_are_wrong() -> None:
    wrong = [{"key": "mode", "message": "missing"}]
    answer = http_error(asked("/api/v1/games"), ValidationException(extra=wrong))
    assert answer.content["errors"] == wrong
    assert (answer.content["code"], answer.content["detail"]) == ("malformed", "This request cannot be read.")


def test_a_fault_of_ours_is_told_without_its_cause() -> None:
    answer = handle_unexpected(asked("/api/v1/games"), KeyError("secret"))
    assert (answer.status_code, answer.content["code"]) == (500, "fault")
    assert "secret" not in str(answer.content)
    assert answer.content["detail"].startswith("Something went wrong on our side")


@pytest.mark.parametrize("path", ["/t/g", "/api/v1/games"])
def test_a_store_that_is_gone_is_no_fault_and_worth_another_try(path: str) -> None:
    answer = handle_unexpected(asked(path), ConnectionRefusedError("at 10.0.0.7"))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "3")
    told = answer.context if isinstance(answer, Template) else answer.content
    assert told["code"] == "unavailable"
    assert "10.0.0.7" not in str(told)


@pytest.mark.parametrize(
    ("status", "title"),
    [
        (404, "Nothing here"),
        (409, "The game has moved on"),
        (429, "Too fast"),
        (422, "That is not possible"),
        (499, "That is not possible"),
        (500, "Something went wrong"),
        (502, "Something went wrong"),
        (503, "Back in a moment"),
    ],
)
def test_the_title_over_a_refusal_says_whose_fault_it_is(status: int, title: str) -> None:
    assert title_of(status) == title
