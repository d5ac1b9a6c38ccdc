"""Every level plays every mix of options, legally, repeatably and with sense."""

import random

import pytest

from shanghaien import rules
from shanghaien.ai.arena import Streams
from shanghaien.ai.bots import BY_NAME, LEVELS, Bot, bot
from shanghaien.rules import EXPANSIONS, Act, Answer, Options, Phase, Place, Play, Starter, State, Trick
from tests.ai.tables import Table


def random_options(rng: random.Random) -> Options:
    split = rng.choice([(3, 3, 2), (8, 0, 0), (0, 0, 8), (2, 3, 3)])
    mix = {name: rng.random() < 0.5 for name in EXPANSIONS}
    return Options.from_dict({"tricks": split, "starter": rng.choice(list(Starter)), **mix})


def decisions(name: str, options: Options, seed: int, rounds: int = 2) -> list[rules.Action]:
    """What a bot does against itself in the first rounds; the engine refuses whatever is not legal."""
    player, streams, state = bot(name, random.Random(seed)), Streams(str(seed)), rules.new_game(options)
    taken = []
    while not state.over and state.round <= rounds:
        if rules.is_chance(state):
            state = streams.next(state)
            continue
        taken.append(player.choose(state))
        state = rules.apply(state, taken[-1]).state
    return taken


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", BY_NAME)
def test_every_bot_plays_random_mixes_of_options_legally(name: str, seed: int) -> None:
    assert decisions(name, random_options(random.Random(f"{name} {seed}")), seed)


@pytest.mark.parametrize("name", ["cabin-boy", "first-mate"])
def test_the_same_seed_plays_the_same(name: str) -> None:
    assert decisions(name, Options(extra_wild=True), 4) == decisions(name, Options(extra_wild=True), 4)


def test_there_are_five_levels_and_each_says_what_it_is() -> None:
    assert [level.title for level in LEVELS] == ["Cabin Boy", "Deckhand", "Boatswain", "First Mate", "Captain"]
    assert all(level.about.endswith(".") for level in LEVELS)
    losses = [level.loss for level in LEVELS if level.loss is not None]
    assert losses == sorted(losses, reverse=True)
    assert all(level.beats_one_below is not None and level.beats_one_below > 0.5 for level in LEVELS)


def captain() -> Bot:
    return bot("captain", random.Random(0))


def objection_state(seed: int) -> State:
    """Seat 1 has announced a placing while seat 0's Crazy Captain is in force."""
    table = Table(seed=seed, round=7, dice=(3, 3), turn=1, options=Options(crazy_captain=True)).state()
    watched = table.with_player(0, table.players[0]._replace(in_force=Trick("captain"), trick_used=True))
    return watched.evolve(phase="objection", rolled=(3, 4), announced=Place(4))


def test_the_captain_objects_to_good_placings_only() -> None:
    answers = {captain().choose(objection_state(seed)) for seed in range(8)}

    assert answers == {Answer("object"), Answer("allow")}


def test_the_captain_plays_an_expansion_card_when_it_pays() -> None:
    """With every card lost anyway, turning one face down that decides the game is the only hope."""
    played = set()
    for seed in range(6):
        options = Options(extra_1=True, extra_2=True)
        hands = ((Trick("extra1"), Trick("extra2")), ())
        state = Table(seed=seed, hands=hands, dice=(4, 4), options=options).state(phase=Phase.PLACE, rolled=(2, 5))
        action = captain().choose(state)
        played |= {action.act} if isinstance(action, Play) else set()

    assert played & {Act("sharks"), Act("exchange"), Act("roll-all"), Act("no-shanghai")}


def test_a_bot_is_not_asked_when_chance_decides() -> None:
    with pytest.raises(ValueError, match="Nobody is asked"):
        captain().choose(rules.new_game(Options()))
