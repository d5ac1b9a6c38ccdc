// A two-player game with the traffic of a Shanghaien game: a roll, then one or two dice placed, then the other's turn.

const SLOTS = [1, 2, 3, 4, 5, 6];

function setup() {
  return {
    tavern: SLOTS.map((number) => ({ nation: "CHI", sailors: number % 4, dice: [[], []] })),
    players: [0, 1].map(() => ({ hand: [], crews: { AME: [], CHI: [], FRE: [], GER: [], ITA: [] }, dice: [], supply: 6 })),
    pile: { AME: 9, CHI: 9, FRE: 9, GER: 9, ITA: 9, trick: 8 },
    rolled: [],
  };
}

function roll({ G, random }) {
  G.rolled = [random.Die(6), random.Die(6)];
}

function place({ G, ctx, events }, which) {
  const die = G.rolled.splice(which, 1)[0];
  const mine = G.tavern[die - 1].dice[Number(ctx.currentPlayer)];
  mine.push(die);
  if (mine.length > 6) mine.length = 0;
  if (G.rolled.length === 0) events.endTurn();
}

exports.Tavern = { name: "tavern", setup, moves: { roll, place }, minPlayers: 2, maxPlayers: 2 };
