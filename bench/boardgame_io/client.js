// Pairs of clients that play as fast as both are told: node client.js PORT GAMES MOVES. It says READY when all are
// seated, waits for a line, plays, and says how many moves were made.
const { io } = require("socket.io-client");

const [port, games, moves] = process.argv.slice(2).map(Number);
const address = `http://127.0.0.1:${port}`;

async function ask(path, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

class Client {
  constructor(match, player, credentials) {
    Object.assign(this, { match, player, credentials, number: -1, waiting: [] });
  }

  open() {
    this.socket = io(`${address}/tavern`, { transports: ["websocket"], forceNew: true });
    this.socket.on("sync", (_match, info) => this.hear(info.state));
    this.socket.on("update", (_match, state) => this.hear(state));
    this.socket.on("error", (why) => console.error(why));
    this.socket.on("connect", () => this.socket.emit("sync", this.match, this.player, this.credentials, 2));
    return this.reached(0);
  }

  hear(state) {
    this.state = state;
    this.number = state._stateID;
    this.waiting = this.waiting.filter(({ number, done }) => number > this.number || done());
  }

  reached(number) {
    return this.number >= number ? null : new Promise((done) => this.waiting.push({ number, done }));
  }

  act() {
    const { playerID, credentials } = { playerID: this.player, credentials: this.credentials };
    const rolled = this.state.G.rolled.length;
    const payload = { type: rolled ? "place" : "roll", args: rolled ? [0] : [], playerID, credentials };
    this.socket.emit("update", { type: "MAKE_MOVE", payload }, this.number, this.match, playerID);
  }
}

async function seated() {
  const { matchID } = await ask("/games/tavern/create", { numPlayers: 2 });
  const pair = [];
  for (const player of ["0", "1"]) {
    const { playerCredentials } = await ask(`/games/tavern/${matchID}/join`, { playerID: player, playerName: player });
    pair.push(new Client(matchID, player, playerCredentials));
  }
  await Promise.all(pair.map((client) => client.open()));
  return pair;
}

async function play(pair) {
  for (let move = 0; move < moves; move++) {
    const number = pair[0].number + 1;
    pair[Number(pair[0].state.ctx.currentPlayer)].act();
    await Promise.all(pair.map((client) => client.reached(number)));
  }
}

async function main() {
  const pairs = [];
  for (let game = 0; game < games; game++) pairs.push(await seated());
  console.log("READY");
  await new Promise((go) => process.stdin.once("data", go));
  await Promise.all(pairs.map(play));
  console.log(`DONE ${games * moves}`);
  process.exit(0);
}

main();
