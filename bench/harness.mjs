// The base of every bench: its own PostgreSQL and server, travellers with tickets, HTTP calls, CPU time. Everything listens on the loopback address only and ends with the bench.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { runServer } from '../e2e/support/server/run-server.ts';
import { withPostgres } from '../scripts/programs/postgres.mjs';
import { MIGRATION_LIMITS } from '../apps/server/src/platform/db/connect/limits.ts';
import { openPostgres } from '../apps/server/src/platform/db/open-database.ts';
import { loadOperator } from '../apps/server/src/platform/operator/read-input.ts';
import { journeysOn } from '../apps/server/src/reservation/timetable/departure.ts';
import { reservedCars, rowNumbers } from '../apps/server/src/reservation/timetable/formation-seats.ts';
import { seedAccounts, signIn } from '../apps/server/test/reservation/seat.ts';
import { addDays, dateAt } from '@kippu/domain/time/service-day';

const root = path.resolve(import.meta.dirname, '..');
const CALLS = '/jtr-jwqs-app/guest/seat/info';
export const STRETCH = { from: 'kansai-airport', to: 'kyoto' };
export const PRODUCT = 'haruka-kix-kyoto';
const DAYS = 28;

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts the server and waits until it answers. BENCH_PROFILE names a folder for a CPU profile of it. */
async function startServer(databaseUrl, dataDir, env = {}) {
  const profile = process.env.BENCH_PROFILE;
  const server = await runServer({
    dataDir,
    // A few travellers make the calls of thousands.
    env: { DATABASE_URL: databaseUrl, DEMO: '0', LOG_LEVEL: 'error', LIMIT_FACTOR: '1000', ...env },
    nodeOptions: profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [],
  });
  return { ...server, kill: () => server.stop('SIGKILL') };
}

/**
 * Starts PostgreSQL and a server, calls `use`, stops both. `another` starts one more server with further settings, which the caller stops.
 * Sets the exit code if it fails.
 */
export async function withHarness(use) {
  const operator = await loadOperator(path.join(root, 'operators/kansai'), Date.now());
  const ran = await withPostgres(async (url) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kippu-bench-'));
    // Data for a bench are written by statements that take longer than a call may.
    const { db, close } = await openPostgres(url, { limits: MIGRATION_LIMITS });
    // The server writes the operator's products, which tickets refer to.
    let server = await startServer(url, folder);
    const restart = async () => (server = await startServer(url, folder));
    const another = (env) => startServer(url, folder, env);
    try {
      await use({ url, folder, operator, db, restart, another, server: () => server });
    } finally {
      await close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
  if (!ran) process.exitCode = 1;
}

/** Creates `each` bound tickets `<account>-1`… for accounts `<prefix>0`… by one statement. */
export async function seedTickets(db, prefix, accounts, each) {
  await sql`
    insert into ticket (ticket_id, ticket_no, issued_ticket_no, link_token, product_id, account_id, status,
      passenger_category, order_id, order_time, issuer, seller, sales_site, sales_company, sale_price, use_expire_date,
      created_at)
    select id, 'no-' || id, 'issued-' || id, 'link-' || id, ${PRODUCT}, ${prefix}::text || a, 'bound', 'adult', 'order',
      now(), 'issuer', 'seller', 'web', 'company', 480000, now() + interval '30 days', now()
    from generate_series(0, ${accounts - 1}::int) as a, generate_series(1, ${each}::int) as n,
      lateral (select ${prefix}::text || a || '-' || n) as named(id)`.execute(db);
  // As autovacuum does within a minute.
  await sql`analyze account, ticket`.execute(db);
}

const SIGNED_IN_AT_ONCE = 50;

/** Creates accounts `a0`… with tickets and signs them in. */
export async function seedTravellers(db, count, ticketsEach) {
  const now = Date.now();
  await seedAccounts(db, count, now);
  await seedTickets(db, 'a', count, ticketsEach);
  const signedIn = async (i) => ({
    accountId: `a${i}`,
    tickets: Array.from({ length: ticketsEach }, (_none, n) => `a${i}-${n + 1}`),
    ...(await signIn(db, `a${i}`, now)),
  });
  const all = [];
  // Some at a time: nobody waits long for a connection.
  while (all.length < count)
    all.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(SIGNED_IN_AT_ONCE, count - all.length) }, (_, i) =>
          signedIn(all.length + i),
        ),
      )),
    );
  return all;
}

/** Returns trains of the coming days from the airport to Kyoto. */
export const upcomingRides = (operator, days = DAYS) =>
  Array.from({ length: days }, (_, i) => addDays(dateAt(Date.now()), i + 1)).flatMap((date) =>
    journeysOn(operator, date, STRETCH.from, STRETCH.to),
  );

/** Returns the reserved ordinary seats of a train, front to back. */
export const seatsOf = ({ formation }) =>
  reservedCars(formation, new Set(['ordinary'])).flatMap((car) =>
    rowNumbers(car).flatMap((row) => car.letters.map((letter) => `${car.car}-${row}${letter}`)),
  );

/**
 * Yields every seat of every ride, alternating rides, so that no train is contended.
 * @returns {Generator<{ departureId: string, seat: string }, undefined>}
 */
export function* seatsInTurn(rides) {
  const trains = rides.map((ride) => ({ departureId: ride.departureId, seats: seatsOf(ride) }));
  for (let i = 0; trains.some(({ seats }) => i < seats.length); i += 1)
    for (const { departureId, seats } of trains) if (seats[i]) yield { departureId, seat: seats[i] };
}

/** Makes a connection for one call at a time, on a plain socket: the client must not cost more than the server. */
export function caller(port, signedIn) {
  let authorization = signedIn;
  const socket = connect(port, '127.0.0.1').setNoDelay();
  let waiting;
  let got = Buffer.alloc(0);
  const fail = (error) => waiting?.reject(error ?? new Error('connection closed'));
  socket.on('error', fail).on('close', () => fail());
  socket.on('data', (part) => {
    got = got.length ? Buffer.concat([got, part]) : part;
    const end = got.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = got.toString('latin1', 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (got.length < end + 4 + length) return;
    const text = got.toString('utf8', end + 4, end + 4 + length);
    got = Buffer.alloc(0);
    waiting.resolve(JSON.parse(text));
  });
  const send = (head, payload) =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      if (socket.destroyed) fail();
      else socket.write(`${head}\r\nhost: kippu\r\nauthorization: ${authorization}\r\n${payload}`);
    });
  return {
    /** Returns the answer's envelope with any code. */
    post(call, body, key = randomUUID()) {
      const text = JSON.stringify(body);
      const head = `content-type: application/json\r\nidempotency-key: ${key}`;
      const length = `content-length: ${Buffer.byteLength(text)}`;
      return send(`POST ${CALLS}/${call} HTTP/1.1`, `${head}\r\n${length}\r\n\r\n${text}`);
    },
    get: (call, query) => send(`GET ${CALLS}/${call}?${new URLSearchParams(query)} HTTP/1.1`, '\r\n'),
    /** Continues as another traveller. */
    as: (other) => (authorization = other),
    close: () => socket.destroy(),
  };
}

/** Returns the data of an answer. Throws unless it is a success. */
export function dataOf({ code, data, values }) {
  if (code !== 'OK') throw new Error(`${code} ${JSON.stringify(values)}`);
  return data;
}

/**
 * Runs a statement.
 * @param {import('kysely').Kysely<any>} db
 * @param {import('kysely').RawBuilder<any>} statement
 * @returns {Promise<any[]>} its rows
 */
export const rowsOf = async (db, statement) => (await statement.execute(db)).rows;

/** Books one seat by hold and save. */
export async function book(traveller, ticketId, { departureId, seat }) {
  const held = await traveller.post('seatHold', {
    ...STRETCH,
    departureId,
    ticketIds: [ticketId],
    seats: [seat],
  });
  return dataOf(await traveller.post('seatSave', { holdId: dataOf(held).holdId }));
}

/** Returns the value below which `share` of the times are. */
export const quantile = (times, share) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
export const median = (values) => quantile(values, 0.5);

const statOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number);
  } catch {
    return undefined;
  }
};
const TICK_MS = 10;

/** Returns the CPU milliseconds that a process has used. @returns {number} */
export const cpuOf = (pid) => ((statOf(pid)?.[11] ?? 0) + (statOf(pid)?.[12] ?? 0)) * TICK_MS;

/**
 * Makes a reader of the CPU milliseconds of all PostgreSQL processes, including those that have ended.
 * @returns {Promise<() => number>}
 */
export async function postgresCpu(db) {
  const [own] = await rowsOf(db, sql`select pg_backend_pid() as pid`);
  const postmaster = statOf(own.pid)?.[1];
  return () => {
    const children = readdirSync('/proc').filter(
      (pid) => /^\d+$/.test(pid) && statOf(pid)?.[1] === postmaster,
    );
    const ended = ((statOf(postmaster)?.[13] ?? 0) + (statOf(postmaster)?.[14] ?? 0)) * TICK_MS;
    return children.reduce((sum, pid) => sum + cpuOf(pid), ended + cpuOf(postmaster));
  };
}
