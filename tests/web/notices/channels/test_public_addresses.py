"""No address that leads into the host's own networks counts as public, however it is written."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shanghaien.web.notices.channels.address_guard import all_public, is_public

OWN_NETWORKS = (
    *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"),
    *("198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4"),
)
OWN_NETWORKS_6 = (
    "::/96",
    "::ffff:0:0/96",
    "64:ff9b:1::/48",
    "100::/64",
    "2001::/32",
    "fc00::/7",
    "fe80::/10",
    "ff00::/8",
)

own = st.sampled_from(OWN_NETWORKS).flatmap(lambda network: st.ip_addresses(v=4, network=network))
own_6 = st.sampled_from(OWN_NETWORKS_6).flatmap(lambda network: st.ip_addresses(v=6, network=network))
of_4, of_6 = st.ip_addresses(v=4), st.ip_addresses(v=6)


@given(own | own_6)
def test_nothing_in_networks_of_ones_own_is_public(address: IPv4Address | IPv6Address) -> None:
    assert not is_public(address)


@given(of_4 | of_6 | st.ip_addresses(v=6, network="2000::/3"))
def test_what_is_public_here_is_global_for_python_too(address: IPv4Address | IPv6Address) -> None:
    if is_public(address) and address not in ip_network("64:ff9b::/96"):
        assert address.is_global
        assert not address.is_multicast
        assert not address.is_reserved


@given(own)
def test_an_own_address_inside_one_of_the_other_kind_is_not_public(address: IPv4Address) -> None:
    number = int(address)
    mapped, translated = IPv6Address((0xFFFF << 32) + number), IPv6Address((0x64FF9B << 96) + number)
    six_to_four = IPv6Address((0x2002 << 112) + (number << 80) + 1)
    tunnels = [IPv6Address((0x2A00_1450 << 96) + (mark << 32) + number) for mark in (0x5EFE, 0x0200_5EFE)]
    teredo = IPv6Address((0x2001_0000 << 96) + (0xFFFF_FFFF ^ number))
    assert not any(map(is_public, (mapped, translated, six_to_four, teredo, *tunnels)))


@given(of_4)
def test_where_there_is_no_ipv4_the_same_addresses_are_public(address: IPv4Address) -> None:
    assert is_public(IPv6Address((0x64FF9B << 96) + int(address))) is is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.215.14", "2606:4700::1111", "2a00:1450:4001:80b::200e"])
def test_known_public_servers_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize("address", ["fe80::1%eth0", "2606:4700::1111%eth0", "::", "::1", "0.0.0.0", "255.255.255.255"])  # noqa: S104 - to be refused
def test_what_belongs_to_this_machine_is_not(address: str) -> None:
    assert not is_public(ip_address(address))


def test_one_number_that_is_not_public_is_enough_to_refuse_a_name() -> None:
    assert all_public(["1.1.1.1", "2606:4700::1111"])
    assert not all_public(["1.1.1.1", "127.0.0.1"])
    assert not all_public([])
