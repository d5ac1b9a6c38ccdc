// A small store for boardgame.io on PostgreSQL: the state by compare-and-set, the log as rows, one commit per move.
const { Pool } = require("pg");
const { Async } = require("boardgame.io/internal");

const TABLES = `
  CREATE TABLE IF NOT EXISTS matches (id text PRIMARY KEY, state json, start json, metadata json, number int);
  CREATE TABLE IF NOT EXISTS logs (id text, number serial, entry json, PRIMARY KEY (id, number))`;
const STORE = `
  WITH stored AS (UPDATE matches SET state = $2, number = $3 WHERE id = $1 AND number < $3 RETURNING id)
  INSERT INTO logs (id, entry) SELECT stored.id, entry FROM stored, json_array_elements($4::json) AS entry`;
const COLUMNS = { state: "state", metadata: "metadata", initialState: 'start AS "initialState"' };

exports.PostgresStore = class extends Async {
  constructor(address) {
    super();
    this.pool = new Pool({ connectionString: address, max: 4 });
  }

  async connect() {
    await this.pool.query(TABLES);
  }

  async createMatch(id, { initialState, metadata }) {
    const values = [id, initialState, metadata, initialState._stateID];
    await this.pool.query("INSERT INTO matches VALUES ($1, $2, $2, $3, $4)", values);
  }

  async setState(id, state, deltalog) {
    const values = [id, JSON.stringify(state), state._stateID, JSON.stringify(deltalog ?? [])];
    await this.pool.query({ name: "store", text: STORE, values });
  }

  async setMetadata(id, metadata) {
    await this.pool.query("UPDATE matches SET metadata = $2 WHERE id = $1", [id, metadata]);
  }

  async fetch(id, wanted) {
    const columns = Object.keys(COLUMNS).filter((name) => wanted[name]);
    const told = {};
    if (columns.length > 0) {
      const text = `SELECT ${columns.map((name) => COLUMNS[name]).join(", ")} FROM matches WHERE id = $1`;
      Object.assign(told, (await this.pool.query({ name: columns.join(), text, values: [id] })).rows[0]);
    }
    if (wanted.log) {
      const found = await this.pool.query("SELECT entry FROM logs WHERE id = $1 ORDER BY number", [id]);
      told.log = found.rows.map((row) => row.entry);
    }
    return told;
  }

  async wipe(id) {
    await this.pool.query("DELETE FROM matches WHERE id = $1", [id]);
  }

  async listMatches() {
    return (await this.pool.query("SELECT id FROM matches")).rows.map((row) => row.id);
  }
};
