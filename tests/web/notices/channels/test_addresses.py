"""Only https addresses that lead to the internet are taken, and a name is looked up once."""

import asyncio
from collections.abc import Sequence

import pytest

from shanghaien.web.notices.channels.address_guard import AddressGuard, Unreachable, WrongAddress


async def public(host: str, port: int) -> Sequence[str]:
    return ["93.184.215.14"]


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://",
        "https:///path",
        "example.org",
        "https://ada:secret@example.org/",
        "https://example.org@evil.example/",
        "https://example.org:22/",
        "https://example.org:80/",
        "https://example.org:99999/",
        "https://example.org/#part",
        "https://example.org\\@127.0.0.1/",
        "https://example.org/\r\nHost: evil.example",
        "https://example.org/\tx",
        "https://example.org/a b",
        "https://ex%61mple.org/",
        "https://exämple.org/",
        "https://[::1/",
        "https://example.org/" + "x" * 1000,
    ],
)
def test_what_is_no_https_address_is_refused(address: str) -> None:
    with pytest.raises(WrongAddress):
        asyncio.run(AddressGuard(public).checked(address))


@pytest.mark.parametrize(
    ("address", "host_header", "asked"),
    [
        ("https://example.org", "example.org", "https://93.184.215.14:443/"),
        ("https://Example.ORG./in?x=1", "example.org", "https://93.184.215.14:443/in?x=1"),
        ("https://example.org:8443/in", "example.org:8443", "https://93.184.215.14:8443/in"),
        ("https://xn--exmple-cua.org/", "xn--exmple-cua.org", "https://93.184.215.14:443/"),
    ],
)
def test_the_server_is_asked_by_its_name_at_the_number_that_was_checked(
    address: str, host_header: str, asked: str
) -> None:
    target = asyncio.run(AddressGuard(public).checked(address))
    assert (target.host_header, target.at(target.numbers[0])) == (host_header, asked)


@pytest.mark.parametrize(
    "address",
    [
        "https://127.0.0.1/",
        "https://localhost/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://127.1/",
        "https://0/",
        "https://169.254.169.254/latest/meta-data",
        "https://10.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "https://[fe80::1]/",
        "https://[::]/",
    ],
)
def test_numbers_of_ones_own_networks_are_refused_however_they_are_written(address: str) -> None:
    with pytest.raises(WrongAddress):
        asyncio.run(AddressGuard().checked(address))


def test_a_name_that_leads_to_both_is_refused() -> None:
    async def both(host: str, port: int) -> Sequence[str]:
        return ["93.184.215.14", "10.0.0.1"]

    with pytest.raises(WrongAddress):
        asyncio.run(AddressGuard(both).checked("https://example.org/"))


def test_a_name_that_leads_nowhere_is_told_apart() -> None:
    too_long_for_a_name = "a" * 64
    with pytest.raises(Unreachable):
        asyncio.run(AddressGuard().checked(f"https://{too_long_for_a_name}.example/"))
