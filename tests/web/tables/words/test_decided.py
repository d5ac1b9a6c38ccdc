"""What decided a game, told to both players and to whoever watched."""

from dataclasses import replace

from shanghaien.ai.review.model import GameReview
from shanghaien.web.tables.model import GameResult
from shanghaien.web.tables.pages.decided import decided, deciding
from shanghaien.web.tables.pages.seen_table import SeenTable
from tests.web.reviews.accounts import ACCOUNT, TURNS
from tests.web.tables.pages.positions import played, seen, watching

TABLE = played(*TURNS)


def up_to(last: int, end: float) -> GameReview:
    """The game without what came later, ended by its last step."""
    *others, ended = ACCOUNT.entries[:last]
    return replace(ACCOUNT, entries=(*others, replace(ended, after=end)))


def told(account: GameReview, looking: SeenTable) -> str:
    return " ".join(decided(looking, account).sentence.striptags().split())


def test_a_roll_that_decided_is_told_with_what_it_did_to_the_chance_of_whoever_reads() -> None:
    won = up_to(5, 1.0)
    assert told(won, seen(TABLE, 0)) == "Round 1: Marta rolled 1 4 , and your chance of winning went from 45% to 100%."
    assert told(won, seen(TABLE, 1)) == "Round 1: you rolled 1 4 , and your chance of winning went from 55% to 0%."
    assert (
        told(won, watching(TABLE)) == "Round 1: Marta rolled 1 4 , and Anna’s chance of winning went from 45% to 100%."
    )


def test_a_choice_that_decided_is_told_with_the_better_one() -> None:
    won = up_to(6, 1.0)
    assert told(won, seen(TABLE, 0)).startswith("Round 1: Marta chose “4 on Dutch 3” and not “1 on French 4”; your")
    assert told(won, seen(TABLE, 1)).startswith("Round 1: you chose “4 on Dutch 3” and not “1 on French 4”; your")
    assert told(won, watching(TABLE)).endswith("Anna’s chance of winning went from 55% to 100%.")


def test_cards_that_decided_are_told_by_their_round() -> None:
    lost = up_to(1, 0.0)
    assert told(lost, seen(TABLE, 0)) == "The cards of round 1 took your chance of winning from 50% to 0%."
    assert told(lost, watching(TABLE)).startswith("The cards of round 1 took Marta’s chance of winning from 50%")


def test_whoever_gave_up_decided_it_and_a_draw_or_many_small_steps_have_no_single_turn() -> None:
    assert told(ACCOUNT, seen(TABLE, 0)) == "You gave up in round 1, with a 65% chance of winning."
    assert told(ACCOUNT, seen(TABLE, 1)) == "Anna gave up in round 1, with a 65% chance of winning."
    drawn, slow = up_to(5, 0.5), up_to(1, 0.54)
    assert told(drawn, seen(TABLE, 0)) == "Luck and skill balanced out: in the end nobody was better."
    assert told(slow, seen(TABLE, 0)) == "No single turn decided it: many small steps added up."
    assert deciding(replace(ACCOUNT, entries=())) is None


def test_the_address_leads_to_the_step_from_the_reader_s_side() -> None:
    assert decided(seen(TABLE, 1), ACCOUNT).address == "/t/g/review?step=13#step"
    assert decided(watching(TABLE, 1), ACCOUNT).address == "/t/g/review?step=13&side=b#step"
    assert decided(seen(TABLE, 1), up_to(5, 0.5)).address == "/t/g/review"


def test_luck_and_play_are_told_to_the_reader_or_about_the_winner() -> None:
    assert decided(seen(TABLE, 0), ACCOUNT).balance == "Luck was on your side (+10.0). Marta played better (+60.0)."
    assert decided(seen(TABLE, 1), ACCOUNT).balance == ("Luck was against you (−10.0). You played better (+60.0).")
    assert decided(watching(TABLE), ACCOUNT).balance == ("Luck was against Marta (−10.0). Marta played better (+60.0).")
    assert decided(seen(TABLE, 0), up_to(1, 0.52)).balance == "Luck was even. Both played equally well."


def test_a_game_that_ran_out_of_time_is_told_with_the_chance_that_was_left() -> None:
    lost = replace(TABLE, result=GameResult(1, (0, 0), reason="time"))
    account = up_to(6, 0.65)
    assert told(account, seen(lost, 0)) == "You ran out of time in round 1, with a 65% chance of winning."
    assert told(account, seen(lost, 1)) == "Anna ran out of time in round 1, with a 65% chance of winning."
    off = replace(TABLE, result=GameResult(None, (0, 0), reason="abandoned"))
    assert told(account, watching(off)) == "The game was called off in round 1."
