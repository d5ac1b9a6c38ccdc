"""A notice as programs read it: what a service worker shows, and what a webhook is told."""

import json
from typing import Any

from shanghaien.web.http.signing import Signer
from shanghaien.web.notices.acts import act_token
from shanghaien.web.notices.notice import Notice, NoticeAct

from .sealed import LONGEST_TEXT

LONGEST_LINE = 200
"""Characters of a line where the whole would be too long otherwise."""


def push_payload(notice: Notice, signer: Signer) -> bytes:
    """What a browser's service worker is sent; each act has the proof that lets its button be pressed."""
    acts = [_act(act) | {"id": _proof(act, notice, signer)} for act in notice.acts]
    whole = _written(_told(notice) | {"acts": acts})
    if len(whole) <= LONGEST_TEXT:
        return whole
    short = {"title": notice.title[:LONGEST_LINE], "line": notice.line[:LONGEST_LINE], "acts": []}
    return _written(_told(notice) | short)


def webhook_payload(notice: Notice, site: str) -> bytes:
    """What a person's own address is sent; whoever wants to act on it has a token of theirs."""
    more = {"kind": notice.kind, "deadline": notice.deadline, "url": site + notice.url}
    waiting = [{"title": game.title, "line": game.line, "url": site + game.url} for game in notice.waiting]
    return _written(_told(notice) | more | {"acts": [_act(act) for act in notice.acts], "waiting": waiting})


def _told(notice: Notice) -> dict[str, Any]:
    return {
        "title": notice.title,
        "line": notice.line,
        "url": notice.url,
        "tag": notice.game or notice.kind,
        "version": notice.version,
        "game": notice.game,
        "language": notice.language,
    }


def _act(act: NoticeAct) -> dict[str, str]:
    return {"text": act.text, "label": act.label}


def _proof(act: NoticeAct, notice: Notice, signer: Signer) -> str:
    return act_token(signer, notice.person, notice.game, notice.version, act.text)


def _written(values: dict[str, Any]) -> bytes:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()
