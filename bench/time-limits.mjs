// What do the time limits of the database cost a transaction, in processor time of this process and PostgreSQL? In turns with connections
// that have none.
// node bench/time-limits.mjs [transactions a round] [rounds]; starts and stops everything that it needs.
import { sql } from 'kysely';
import { CALL_LIMITS, MIGRATION_LIMITS } from '../apps/server/src/platform/db/connect/limits.ts';
import { inTransaction } from '../apps/server/src/platform/db/database.ts';
import { openPostgres } from '../apps/server/src/platform/db/open-database.ts';
import { batch, withCommit } from '../apps/server/src/platform/db/pipeline/pipeline.ts';
import { withPostgres } from '../scripts/programs/postgres.mjs';
import { median, postgresCpu } from './harness.mjs';

const [TRANSACTIONS = 3000, ROUNDS = 7] = process.argv.slice(2).map(Number);
const CLIENTS = 16;
const LIMIT = 1.1;

const find = ({ n }) => sql`select n, text from thing where n = ${n}::int`;
const change = ({ n, text }) => sql`update thing set text = ${text} where n = ${n}::int`;
const add = ({ n, text }) => sql`insert into act (n, text) values (${n}::int, ${text})`;

/** As a booking: two round trips that read and write some rows by their keys, and one with the COMMIT. */
const transaction = (db, n) =>
  inTransaction(db, async (trx) => {
    await batch(trx, [find({ n }), find({ n: n + 1 }), find({ n: n + 2 })]);
    await batch(trx, [change({ n, text: 'held' }), add({ n, text: 'hold' }), find({ n })]);
    await withCommit(trx, add({ n, text: 'answer' }));
  });

const ran = await withPostgres(async (url) => {
  const open = async (limits) => (await openPostgres(url, { limits })).db;
  const pools = { none: await open(MIGRATION_LIMITS), limits: await open(CALL_LIMITS) };
  await sql`create table thing as select n, 'free' as text from generate_series(0, 10000) as n`.execute(
    pools.none,
  );
  await sql`create unique index on thing (n)`.execute(pools.none);
  await sql`create table act (n int, text text)`.execute(pools.none);
  await sql`vacuum analyze thing`.execute(pools.none);
  const postgres = await postgresCpu(pools.none);
  const own = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const run = async (db) => {
    const before = own() + postgres();
    let left = TRANSACTIONS;
    const one = async (_, client) => {
      for (; left > 0; left -= 1) await transaction(db, client * 500 + (left % 490));
    };
    await Promise.all(Array.from({ length: CLIENTS }, one));
    return (own() + postgres() - before) / TRANSACTIONS;
  };
  for (const db of Object.values(pools)) await run(db);
  const rounds = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    const costs = {};
    for (const name of i % 2 ? ['none', 'limits'] : ['limits', 'none']) costs[name] = await run(pools[name]);
    rounds.push(costs);
  }
  const cost = (name) => median(rounds.map((costs) => costs[name]));
  const ratios = rounds.map(({ none, limits }) => limits / none);
  const ratio = median(ratios);
  console.log(`medians of ${ROUNDS} rounds of ${TRANSACTIONS} transactions, processor time in this process and PostgreSQL
without ${cost('none').toFixed(3)} ms, with ${cost('limits').toFixed(3)} ms, ratio ${ratio.toFixed(3)} (limit ${LIMIT}; rounds ${ratios.map((each) => each.toFixed(2)).join(' ')})`);
  if (ratio > LIMIT) process.exitCode = 1;
  for (const db of Object.values(pools)) await db.destroy();
});
if (!ran) process.exitCode = 1;
