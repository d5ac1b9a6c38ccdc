"""``shanghaien mail-test``: send one letter with the settings of the server, and say what happened."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import asyncio
import sys

from shanghaien.wrong_input import WrongInput

from .setting_flags import add_data_flag, settings_of

FAILED = 1


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("address", help="the mailbox that gets the letter")
    parser.add_argument("--smtp", metavar="URL", help="the mail server (the setting smtp)")
    parser.add_argument("--mail-from", metavar="ADDRESS", help="who the letter is from (the setting mail_from)")
    parser.add_argument("--public-url", metavar="URL", help="the address of the site (the setting public_url)")
    add_data_flag(parser)


def run(args: argparse.Namespace) -> int:
    """Send the letter; exit code 1 if it was not taken, 2 if mail is not set up or the address is none."""
    from shanghaien.web.core.mail_addresses import NoAddress, mail_address
    from shanghaien.web.notices.mailer import NotPosted, mailer_of, send_test_letter

    mailer = mailer_of(settings_of(args, create=False))
    if mailer is None:
        raise WrongInput("Mail is not set up: the setting smtp names the mail server; see docs/hosting.md.")
    try:
        address = mail_address(args.address)
    except NoAddress:
        raise WrongInput(f"{args.address} is no address of a mailbox.") from None
    try:
        asyncio.run(send_test_letter(mailer, address))
    except NotPosted as problem:
        sys.stdout.write(f"{problem}\n")
        return FAILED
    except TimeoutError:
        sys.stdout.write(f"{mailer.where} does not answer in time.\n")
        return FAILED
    sys.stdout.write(f"{mailer.where} has taken the letter to {address}.\n")
    return 0
