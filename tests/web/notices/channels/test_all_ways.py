"""A turn of a real game reaches a person by every way they have switched on, once by each, until it is played."""

import json
from pathlib import Path

from sqlalchemy import insert

from shanghaien.web.core.jobs import JobRunner, JobStore
from shanghaien.web.core.mail_addresses import SmtpServer
from shanghaien.web.notices.channels.mail import MailChannel
from shanghaien.web.notices.channels.push import PushBrowsers, PushChannel, VapidKeys
from shanghaien.web.notices.channels.webhook import WebhookChannel, Webhooks
from shanghaien.web.notices.jobs import notices
from shanghaien.web.notices.mailer import Mailer
from shanghaien.web.notices.model import Channel
from shanghaien.web.notices.place_store import PushStore, WebhookStore
from shanghaien.web.people.credential_store import MailboxStore
from shanghaien.web.people.schema import people
from tests.web.notices.channels.browser import Browser
from tests.web.notices.channels.listener import Listener, listening
from tests.web.notices.channels.notices import SIGNER
from tests.web.notices.channels.pushing import ON_LOOPBACK
from tests.web.notices.channels.test_webhook import LOOSE
from tests.web.notices.mail_server import MailServer, mail_server
from tests.web.notices.post import ADA, BOB, HOUR, Post, with_post

SITE = "https://play.example"


async def set_up(post: Post, server: Listener, mail: MailServer) -> tuple[Browser, PushChannel]:
    """Ada has a browser, a mailbox and an address of her own, and is told by all of them in Italian."""
    database, browser = post.database, Browser()
    pushed, hooked, boxes = PushStore(database), WebhookStore(database), MailboxStore(database)
    async with database.write() as connection:
        await connection.execute(insert(people), {"id": ADA, "name": "Ada", "created": 1})
    await boxes.set(ADA, "ada@example.org")
    await Webhooks(hooked, LOOSE).set(ADA, f"{server.address}/hook")
    address = f"{server.address}/push"
    await PushBrowsers(pushed, ON_LOOPBACK).add(ADA, address, browser.p256dh, browser.auth, label="", language="it")
    await post.wish(ADA, language="it", mail=True, webhook=True)
    mailer = Mailer(SmtpServer("127.0.0.1", mail.port, tls="no"), "Table <table@play.example>")
    push = PushChannel(pushed, VapidKeys(database), ON_LOOPBACK, "mailto:host@play.example", SIGNER)
    channels: list[Channel] = [push, MailChannel(boxes, mailer, SIGNER, SITE), WebhookChannel(hooked, LOOSE, SITE)]
    post.runner = JobRunner(JobStore(database), notices(post.tavern.games, post.preferences, channels).handlers())
    return browser, push


def test_a_turn_is_told_by_every_way_once(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        async with listening() as server, mail_server() as mail:
            browser, push = await set_up(post, server, mail)
            table = await post.until_asked(await post.until_asked(await post.begin(), BOB), ADA)
            for _ in range(3):
                await JobStore(post.database).set("turn", table.id, post.time, str(table.version))
                await post.pass_time(HOUR)
            by_way = {posted.path: posted.body for posted in server.posted}
            assert sorted(posted.path for posted in server.posted) == ["/hook", "/push"]
            (letter,) = mail.letters
            title = f"{letter['Subject']}"
            assert "Bob" in title
            assert browser.opened(by_way["/push"])["title"] == json.loads(by_way["/hook"])["title"] == title
            assert json.loads(by_way["/hook"])["url"] == f"{SITE}/t/{table.id}"
            await post.until_asked(table, BOB)
            await post.pass_time(HOUR)
            assert (len(server.posted), len(mail.letters)) == (2, 1)
            await push.close()

    with_post(tmp_path, visit)
