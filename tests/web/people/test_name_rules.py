"""Which names people may keep, and which look too much like each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shanghaien.web.people.names import BadName, check_name, normalised_name


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Ines",
            "Zoë-Marie",
            "O'Neil",
            "Иван",
            "Ольга П.",
            "Αλέξης",
            "李小龙",
            "さくら子",
            "カレー",
            "김철수",
            "राम",
            "محمد",
        ),
        *("4you", "Å_2", "Əli"),
    ],
)
def test_a_name_in_any_one_script_can_be_kept(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        *((name, "2 to 20 characters") for name in ("", " a ", "x" * 21)),
        *(
            (name, "letters and digits")
            for name in ("a\u200bb", "a\u202eb", "ab😀", "a<b", "a\x00b", "a--b", "ǃab", "ʟab", "Ɩnes")
        ),
        *((name, "letters and digits") for name in ("\u1160\u1160", "\u3164\u3164", "山川\ufe00", "בן\u034f")),
        *((name, "begins with") for name in ("-ab", "'ab", "42", "a\u0323\u0323\u0323\u0323b")),
        *((name, "one alphabet") for name in ("Inеs", "Рaul", "Αnna", "ka李", "Ꭺb", "山川\u180b")),
        *((name, "Nobody can have this name") for name in ("Admin", "adm1n", "a sailor", "Shanghaien")),
    ],
)
def test_what_cannot_be_kept_is_refused_with_the_reason(name: str, reason: str) -> None:
    with pytest.raises(BadName, match=reason):
        check_name(name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        *(("Ines", "iNES"), ("Ines", "Inés"), ("Ines", "1nes"), ("Ines", "lnes"), ("Ines", "In-es"), ("Ada", "Ａｄａ")),
        *(
            ("Arne", "Ame"),
            ("Olaf", "0laf"),
            ("расе", "pace"),
            ("ΑΝΝΑ", "Anna"),
            ("straße", "STRASSE"),
            ("Vivian", "ViviAn"),
        ),
        ("٣ab", "3ab"),
    ],
)
def test_names_that_look_alike_are_one_name(name: str, other: str) -> None:
    assert normalised_name(name) == normalised_name(other)


@pytest.mark.parametrize(("name", "other"), [("Ines", "Inga"), ("Иван", "Ivan"), ("李", "季"), ("Ann", "Hann")])
def test_names_that_differ_stay_apart(name: str, other: str) -> None:
    assert normalised_name(name) != normalised_name(other)


@given(st.text(max_size=30))
def test_whatever_is_typed_is_kept_or_refused_and_fits_the_store(text: str) -> None:
    try:
        name = check_name(text)
    except BadName:
        return
    assert check_name(name) == name
    assert 1 <= len(normalised_name(name)) <= 80
    assert normalised_name(name.upper()) == normalised_name(name.lower())
