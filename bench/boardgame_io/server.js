// boardgame.io's own server on loopback: node server.js memory | flatfile FOLDER | postgres ADDRESS
const { FlatFile, Server } = require("boardgame.io/server");
const { PostgresStore } = require("./postgres.js");
const { Tavern } = require("./game.js");

const [kind, place] = process.argv.slice(2);
const STORES = {
  memory: () => undefined, // what it takes by itself
  flatfile: () => new FlatFile({ dir: place }),
  postgres: () => new PostgresStore(place),
};
const server = Server({ games: [Tavern], db: STORES[kind](), origins: ["http://127.0.0.1"] });
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, ready) => listen(port, "127.0.0.1", ready);
server.run(0).then(({ appServer }) => console.log(`LISTENING ${appServer.address().port}`));
