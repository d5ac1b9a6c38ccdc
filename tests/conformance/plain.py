"""The rules told a second time, as plainly as possible, to compare the engine with.

Written from the rule page alone: one changeable game that speaks notation, no hooks, no speed, and nothing shared with
`shanghaien.rules`. Where the two differ, one of them is wrong.
"""

from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

NATIONS = ["AME", "FRE", "GER", "CHI", "DUT", "TUR", "SPA", "ITA"]
SECOND_ACTIONS = ["shift", "again", "both"]
EXPANSIONS = {
    "wild": "extra_wild",
    "captain": "crazy_captain",
    "extra1": "extra_1",
    "extra2": "extra_2",
    "double": "extra_3",
}
"""The trick cards that are told here besides those of the pile, and the options that bring them into the game."""
NAMED_ACTS = ["sailors", "no-shanghai", "roll-all", "sharks", "exchange"]
SHIFTS = {1: ["1+"], 2: ["2-", "2+"], 3: ["3-", "3+"], 4: ["4-", "4+"], 5: ["5-", "5+"], 6: ["6-"]}


class PlainGame:
    """One game; `waits` says what for."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        own = [card for card, option in EXPANSIONS.items() if options.get(option) and card != "double"]
        self.hands = [[*own] for _ in "AB"]
        self.double = "middle" if options.get("extra_3") else "nowhere"  # or "A", "B"
        self.pile = Counter([f"{nation}{value}" for nation in NATIONS for value in (1, 2, 3, 3, 4)])
        self.pile.update(dict(zip(SECOND_ACTIONS, options["tricks"], strict=True)))
        self.crews: list[dict[str, list[int]]] = [{nation: [] for nation in NATIONS} for _ in "AB"]
        self.round = 1
        self.me = self.starter = {"random": 0, "a": 0, "b": 1}[options["first"]]
        self.new_round()
        self.waits = "start" if options["first"] == "random" else "card"

    def new_round(self) -> None:
        self.row: list[str] = []
        self.end = ""
        self.dice: list[list[int]] = [[], []]
        self.used = [False, False]
        self.captain: int | None = None
        self.no_shanghai = False
        self.face_down: list[int] = []
        self.waits = "card"
        self.new_turn(self.starter)

    def new_turn(self, player: int) -> None:
        self.me = player
        self.rolled: list[int] = []
        self.announced = ""
        self.objected = self.call_refused = False
        self.refused_card = ""

    # What may happen

    def seat(self) -> int | None:
        if self.waits in {"turn", "place", "double", "keep"}:
            return self.me
        return 1 - self.me if self.waits == "answer" else None

    def outcomes(self) -> Counter[str]:
        if self.waits == "start":
            return Counter("AB")
        if self.waits == "card":
            return +self.pile
        dice = {"roll": 2, "one": 1, "all": len(self.rolled)}[self.waits]
        return Counter("-".join(map(str, thrown)) for thrown in combinations_with_replacement(range(1, 7), dice))

    def legal(self) -> list[str]:
        if self.waits == "answer":
            return ["object", "allow"]
        if self.waits == "double":
            return ["one"] + ([] if self.double == "AB"[self.me] else self.naming("take"))
        if self.waits == "keep":
            return [text for die in set(self.rolled) for text in self.naming(f"keep {die}")]
        return self.turn() if self.waits == "turn" else self.place()

    def turn(self) -> list[str]:
        if 6 - len(self.dice[self.me]) < 2:
            return ["shanghai"]
        may_call = len(self.dice[self.me]) >= 2 and not self.no_shanghai and not self.call_refused
        return ["roll", "shanghai"] if may_call else ["roll"]

    def naming(self, text: str) -> list[str]:
        return [text] if self.end else [f"{text} left", f"{text} right"]

    def place(self) -> list[str]:
        legal = [text for die in set(self.rolled) for text in self.naming(f"place {die}")]
        if self.used[self.me]:
            return legal
        hand = self.hands[self.me] + (["double"] if self.double == "AB"[self.me] else [])
        if self.refused_card:
            hand.remove(self.refused_card)
        return legal + [text for card in set(hand) for text in self.plays(card)]

    def plays(self, card: str) -> list[str]:
        own = {
            "wild": [],
            "shift": [f"play shift {step}" for die in set(self.rolled) for step in SHIFTS[die]],
            "again": ["play again"],
            "both": self.naming("play both"),
            "captain": [] if self.round == 8 or self.captain is not None else ["play captain"],
            "extra1": ["play extra1 no-shanghai", "play extra1 roll-all"],
            "extra2": self.sharks() + [f"play extra2 exchange {die}" for die in set(self.dice[self.me])],
            "double": ["play double"],
        }
        crews = [nation for nation in NATIONS if any(value > 0 for value in self.crews[self.me][nation])]
        sailors = [f"play {card} sailors {nation}" for nation in crews]
        return own[card] + (sailors if card in {"wild", *SECOND_ACTIONS} else [])

    def sharks(self) -> list[str]:
        face_up = [die for die in set(self.rolled) if die not in self.face_down]
        return [text for die in face_up for text in self.naming(f"play extra2 sharks {die}")]

    # What happens

    def chance(self, text: str) -> None:
        if self.waits == "start":
            self.starter = self.me = "AB".index(text)
            self.waits = "card"
        elif self.waits == "card":
            self.pile[text] -= 1
            self.row.append(text)
            self.waits = "turn" if len(self.row) == 6 else "card"
        else:
            self.lie([int(die) for die in text.split("-")])

    def lie(self, dice: list[int]) -> None:
        if self.waits == "all":
            self.rolled, self.waits = dice, "keep"
            return
        self.rolled = [self.rolled[0], *dice] if self.waits == "one" else dice
        is_double = self.options.get("extra_3") and self.rolled[0] == self.rolled[1]
        self.waits = "double" if is_double else "place"

    def act(self, text: str) -> None:
        if self.waits == "answer":
            self.answer(text)
        elif self.may_be_objected_to(text):
            self.announced, self.waits = text, "answer"
        else:
            self.take_effect(text)

    def may_be_objected_to(self, text: str) -> bool:
        if self.captain != 1 - self.me or self.objected:
            return False
        forced = 6 - len(self.dice[self.me]) < 2
        return text.startswith(("place", "play")) or (text == "shanghai" and not forced)

    def answer(self, text: str) -> None:
        announced, self.announced = self.announced, ""
        if text == "allow":
            self.take_effect(announced)
            return
        self.objected = True
        if announced == "shanghai":
            self.call_refused, self.waits = True, "turn"
        elif announced.startswith("place"):
            self.rolled, self.waits = [], "roll"
        else:
            self.refused_card, self.waits = announced.split()[1], "place"

    def take_effect(self, text: str) -> None:
        words = text.split()
        if words[-1] in {"left", "right"}:
            self.end = words.pop()
        if words[0] == "roll":
            self.waits = "roll"
        elif words[0] == "one":
            self.waits = "one"
        elif words[0] == "shanghai":
            self.shanghai()
        elif words[0] == "play":
            self.trick(words[1], words[2:])
        else:
            self.end_of_turn(words)

    def end_of_turn(self, words: list[str]) -> None:
        if words[0] == "take":
            self.double = "AB"[self.me]
        elif words[0] == "place":
            self.dice[self.me].append(int(words[1]))
        else:
            self.rolled.remove(int(words[1]))
            self.dice[self.me] += self.rolled
        self.pass_on()

    def pass_on(self) -> None:
        self.new_turn(1 - self.me)
        self.waits = "turn"

    def trick(self, card: str, details: list[str]) -> None:
        self.used[self.me] = True
        if card == "double":
            self.double = "middle"
        else:
            self.hands[self.me].remove(card)
        self.waits = "place"
        act = details[0] if details and details[0] in NAMED_ACTS else card
        if act == "sailors":
            self.crews[self.me][details[1]].append(-2)  # a wild card; negative, for it is no sailor card
        elif act == "shift":
            self.rolled.remove(int(details[0][0]))
            self.rolled.append(int(details[0][0]) + (1 if details[0][1] == "+" else -1))
        elif act in {"again", "double"}:
            self.rolled, self.waits = [], "roll"
        elif act == "captain":
            self.captain = self.me
        elif act == "no-shanghai":
            self.no_shanghai = True
        elif act == "roll-all":
            self.rolled, self.dice[self.me], self.waits = self.rolled + self.dice[self.me], [], "all"
        else:
            self.trick_that_places(act, details)

    def trick_that_places(self, act: str, details: list[str]) -> None:
        if act == "sharks":
            self.face_down.append(int(details[1]))
            self.dice[self.me].append(int(details[1]))
        else:
            if act == "exchange":
                self.dice[self.me].remove(int(details[1]))
            self.dice[self.me] += self.rolled
        self.pass_on()

    def shanghai(self) -> None:
        numbered = self.row if self.end == "left" else self.row[::-1]
        for number, card in enumerate(numbered, start=1):
            taker = self.taker(number)
            if taker is None:
                continue
            if card in SECOND_ACTIONS:
                self.hands[taker].append(card)
            else:
                self.crews[taker][card[:3]].append(int(card[3]))
        self.starter = 1 - (self.starter if self.options["starter"] == "alternate" else self.me)
        self.round += 1
        self.new_round()
        if self.round > 8:
            self.waits = "over"

    def taker(self, number: int) -> int | None:
        if number in self.face_down:
            return None
        ours, theirs = (dice.count(number) for dice in self.dice)
        if ours == theirs > 0:
            beside = {number - 1, number + 1}
            ours, theirs = (sum(die for die in dice if die in beside) for dice in self.dice)
        return None if ours == theirs else 0 if ours > theirs else 1

    def points(self) -> tuple[int, int]:
        points = [len(hand) + (self.double == letter) for hand, letter in zip(self.hands, "AB", strict=True)]
        for nation in NATIONS:
            strengths = [sum(map(abs, crews[nation])) for crews in self.crews]
            if 0 in strengths:
                points = [have + more for have, more in zip(points, strengths, strict=True)]
            elif strengths[0] != strengths[1]:
                points[strengths.index(max(strengths))] += min(strengths)
        return points[0], points[1]
