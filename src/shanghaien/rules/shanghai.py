"""The end of a round: cards go to their takers, dice and captains back to their owners (R12, R13, R23)."""

from .cards import ROUNDS, Card, Sailor, Seat
from .events import GameEnded, Log, RoundStarted, ShanghaiCalled
from .moves import gain, leave_game, other
from .options import Starter
from .scoring import points, points_with
from .state import Phase, Player, Shanghai, State
from .tavern import takings_now


def end_round(state: State, log: Log) -> State:
    """Shanghai is called by the player whose turn it is: share out the tavern and go on to what follows."""
    assert state.end is not None
    dice = (state.players[0].dice, state.players[1].dice)
    shanghai = Shanghai(state.turn, state.end, dice, takings_now(state), (points(state), points_if_called(state)))
    log.append(ShanghaiCalled(state.round, shanghai))
    cleared = _clear_table(_share_out(state, shanghai)).evolve(last=shanghai)
    return _game_over(cleared, log) if state.round == ROUNDS else start_round(cleared, state.round + 1, log)


def points_if_called(state: State) -> tuple[int, int]:
    """What the points of both seats would be if the round ended as the dice lie now (R12, R22)."""
    return points_with(state.players, takings_now(state))


def start_round(state: State, number: int, log: Log) -> State:
    """The next round begins with its deal; who starts it follows from the last one (R13)."""
    starter = state.starter if number == 1 else next_starter(state)
    log.append(RoundStarted(number, starter))
    return state.evolve(phase=Phase.DEAL, round=number, starter=starter, turn=starter)


def next_starter(state: State) -> Seat:
    """Who starts the round after the one that has just ended (R13)."""
    if state.options.starter is Starter.ALTERNATE or state.last is None:
        return other(state.starter)
    return other(state.last.caller)


def win(player: Player, card: Card) -> Player:
    """The player with a tavern card taken: sailors join their crew, tricks the hand, even in round 8 (R21)."""
    if not isinstance(card, Sailor):
        return gain(player, card)
    crews = list(player.crews)
    crews[card.nation] = tuple(sorted((*crews[card.nation], card.value)))
    return player._replace(crews=tuple(crews))


def _share_out(state: State, shanghai: Shanghai) -> State:
    players, removed = list(state.players), list(state.removed)
    for taking in shanghai.takings:
        if taking.taker is None:
            removed.append(taking.card)
        else:
            players[taking.taker] = win(players[taking.taker], taking.card)
    return state.evolve(players=tuple(players), removed=tuple(removed))


def _clear_table(state: State) -> State:
    for player in state.players:
        if player.in_force is not None:  # R26: what worked for the round leaves the game with it
            state = leave_game(state, player.in_force)
    players = tuple(player._replace(dice=(0,) * 6, trick_used=False, in_force=None) for player in state.players)
    return state.evolve(
        players=players,
        tavern=(),
        end=None,
        face_down=(),
        objected=False,
        refused=None,
        must_roll=False,
        memory=(),
    )


def _game_over(state: State, log: Log) -> State:
    log.append(GameEnded(points(state)))
    return state.evolve(phase=Phase.OVER)
