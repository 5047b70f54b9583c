// Do a gate's calls, the list of tickets and a hold cost the same with millions of tickets and of their events as with a thousand? And
// how long does a gate wait that asks for the first time, for all passages of a day?
// node bench/large/gate-state.mjs [tickets] [events] [passages of the last day] [calls a round]; starts and stops everything that it needs.
// `300000 1000000 270000 20` is the short form: a day's passages, in some minutes.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { Agent, request } from 'node:http';
import { cpus } from 'node:os';
import { sql } from 'kysely';
import { signCertificate } from '@kippu/ticket-code/certificate/certificate';
import { encodeCode } from '@kippu/ticket-code/code/text';
import { signMoment } from '@kippu/ticket-code/code/moment';
import { phonePublicKey, phoneSigner } from '@kippu/ticket-code/crypto/phone-key';
import { epochToWall } from '@kippu/domain/time/service-day';
import {
  caller,
  cpuOf,
  dataOf,
  median,
  postgresCpu,
  quantile,
  rowsOf,
  seatsInTurn,
  seedTravellers,
  STRETCH,
  upcomingRides,
  withHarness,
} from '../harness.mjs';

const [TICKETS = 1_000_000, EVENTS = 10_000_000, DAY_PASSAGES = 270_000, CALLS = 150] = process.argv
  .slice(2)
  .map(Number);
const FEW = 1000;
const FEW_PASSAGES = 2 * FEW;
const ROUNDS = 5;
/** Not counted: they warm up the code and the statement plans. */
const WARM_ROUNDS = 2;
const LIMIT_MS = 10;
/** The tables do not fit into PostgreSQL's memory any more, so rows come from the system's. */
const LIMIT = 1.5;
/** A gate waits for as long at its first try. */
const FIRST_LIMIT_MS = 60_000;
const DAY_S = 86_400;
const EARLIER_DAYS = 60;
const TICKETS_LIST = '/jtr-jwqs-app/guest/ticket/info/list';
const BEGAN = Date.now();
const GATES = 50;
/** Many gates make the calls, since each may make 600 a minute. */
const KEYS = Array.from({ length: GATES }, () => randomBytes(32).toString('base64url'));

/** Constraints and indexes except the keys: created after the rows, in one pass each. */
const SECONDARY = sql`
  select indexname as name, indexdef as made from pg_indexes
  where schemaname = current_schema() and tablename in ('ticket_event', 'gate_event')
    and not exists (select 1 from pg_constraint where conname = indexname)`;

async function seedGates(db) {
  const hashes = KEYS.map((key) => createHash('sha256').update(key).digest('hex'));
  await sql`
    insert into gate (gate_id, station_id, direction, key_hash, enrolled_at)
    select 'g' || n, 'kyoto', 'both', hash, now() from unnest(${hashes}::text[]) with ordinality as g(hash, n)`.execute(
    db,
  );
}

/** Creates the tickets `n<from>` to `n<to>`, of a thousand accounts that nobody uses. */
const ticketsOf = (from, to) => sql`
  insert into ticket (ticket_id, ticket_no, issued_ticket_no, link_token, product_id, account_id, status, passenger_category, order_id,
    order_time, issuer, seller, sales_site, sales_company, sale_price, use_expire_date, created_at)
  select 'n' || n, 'no' || n, 'i' || n, 'l' || n, 'haruka-kix-kyoto', 'b' || n % 1000, case n % 5 when 0 then 'inUse' else 'used' end, 'adult',
    'o' || n, now(), 'issuer', 'seller', 'web', 'company', 480000, now() + n % 60 * interval '1 day', now()
  from generate_series(${from}::int, ${to}::int) as n`;

/** Creates passages, evenly in a time before the bench began, in seconds; each ticket goes in, then out. */
const passagesOf = ({ mark, count, tickets, from, to }) => sql`
  insert into gate_event (gate_id, event_id, told, station_id, code, at, received_at, certificate, ticket_id)
  select 'g' || n % ${GATES}::int + 1, ${mark}::text || n, '', 'kyoto', 31 + n % 2, at, at, 'x', 'n' || (n / 2)::bigint * 7919 % ${tickets}::bigint
  from generate_series(1, ${count}::int) as n,
    lateral (select to_timestamp(${BEGAN / 1000}::float8 - ${from}::float8 - (${to - from})::float8 * n / ${count}::float8) as at) as t
  order by at`;

/** Creates events of tickets; one of a hundred revokes certificates. */
const eventsOf = ({ count, tickets, from, to }) => sql`
  insert into ticket_event (ticket_id, kind, actor, at, to_status)
  select 'n' || n * 7919 % ${tickets}::bigint, 'desk', 'system',
    to_timestamp(${BEGAN / 1000}::float8 - ${to}::float8 + (${to - from})::float8 * n / ${count}::float8), case n % 100 when 0 then 'refunded' else 'inUse' end
  from generate_series(1, ${count}::bigint) as n`;

/** A day's passages come at this pace, in seconds. */
const PACE_S = DAY_S / DAY_PASSAGES;

/** As after a few minutes of a new railway: a thousand tickets, whose passages are those of the last minutes. */
async function fillFew(db) {
  await sql`
    insert into account (account_id, email, username, fullname, country, language, password_hash, password_changed_at, status, created_at)
    select 'b' || n, 'b' || n || '@example.com', 'b' || n, 'Crowd', 'JP', 'ja', 'none', now(), 'active', now()
    from generate_series(0, 999) as n`.execute(db);
  await ticketsOf(0, FEW - 1).execute(db);
  await passagesOf({
    mark: 'few',
    count: FEW_PASSAGES,
    tickets: FEW,
    from: 0,
    to: FEW_PASSAGES * PACE_S,
  }).execute(db);
  await eventsOf({ count: FEW_PASSAGES, tickets: FEW, from: 0, to: FEW_PASSAGES * PACE_S }).execute(db);
  await sql`vacuum analyze ticket, account, gate_event, ticket_event, gate`.execute(db);
}

/** The rest of the last day, and what the days before left: half of the events are passages. */
async function fillMany(db) {
  const passages = Math.max(0, Math.floor(EVENTS / 2) - DAY_PASSAGES);
  const [day, past] = [FEW_PASSAGES * PACE_S, DAY_S * EARLIER_DAYS];
  const steps = [
    sql`set session_replication_role = replica`,
    sql`set synchronous_commit = off`,
    sql`set maintenance_work_mem = '512MB'`,
    sql`set work_mem = '256MB'`,
    ticketsOf(FEW, TICKETS - 1),
    passagesOf({ mark: 'past', count: passages, tickets: TICKETS, from: DAY_S, to: past }),
    passagesOf({ mark: 'day', count: DAY_PASSAGES - FEW_PASSAGES, tickets: TICKETS, from: day, to: DAY_S }),
    eventsOf({ count: Math.floor(EVENTS / 2), tickets: TICKETS, from: day, to: past }),
  ];
  await db.connection().execute(async (one) => {
    const indexes = await rowsOf(one, SECONDARY);
    for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(one);
    for (const step of steps) await step.execute(one);
    for (const { made } of indexes) await sql.raw(made).execute(one);
    await sql`reset all`.execute(one);
    await sql`vacuum analyze`.execute(one);
    await sql`checkpoint`.execute(one);
  });
}

/** Makes calls over one kept-alive connection; returns the answer's data. */
function client(port) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = (method, path, { authorization, body }) =>
    new Promise((resolve, reject) => {
      const headers = { authorization, ...(body ? { 'content-type': 'application/json' } : {}) };
      request({ host: '127.0.0.1', port, method, path, agent, headers }, (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part)).on('error', reject);
        answer.on('end', () => resolve(dataOf(JSON.parse(Buffer.concat(parts).toString('utf8')))));
      })
        .on('error', reject)
        .end(body && JSON.stringify(body));
    });
  return { call, close: () => agent.destroy() };
}

/** A code of the ticket that the server reads as far as the signature of its certificate, which is of another issuer. */
async function codeOf(ticketId) {
  const issuer = generateKeyPairSync('ed25519');
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const now = Math.floor(Date.now() / 1000);
  const certificate = await signCertificate(
    {
      ticketId,
      ticketNo: '261128000000',
      productId: 'haruka-kix-kyoto',
      productName: 'Haruka',
      passengerCategory: 'adult',
      validFrom: now - 3600,
      validUntil: now + DAY_S,
      phoneKey: await phonePublicKey(pair.publicKey),
      issuedAt: now - 60,
      expiresAt: now + 3600,
    },
    'k1',
    (message) => new Uint8Array(sign(null, message, issuer.privateKey)),
  );
  return encodeCode({
    certificate,
    ...(await signMoment(certificate, now, 'in', phoneSigner(pair.privateKey))),
  });
}

await withHarness(async ({ db, server, operator }) => {
  const travellers = await seedTravellers(db, 20, 10);
  const inTurn = seatsInTurn(upcomingRides(operator));
  const seats = Array.from({ length: 100 }, () => inTurn.next().value ?? { departureId: '', seat: '' });
  await seedGates(db);
  await fillFew(db);
  const { port, pid } = server();
  // Opened for each measurement: the server closes connections that are idle for as long as the rows take.
  let http = client(port);
  let holding = caller(port, '');
  const reconnect = () => {
    http.close();
    holding.close();
    http = client(port);
    holding = caller(port, '');
  };
  const call = (...asked) => http.call(...asked);
  const postgres = await postgresCpu(db);
  let turns = 0;
  const authorization = () => `Gate ${KEYS[(turns += 1) % GATES]}`;
  const state = (query = '') => call('GET', `/gate/state${query}`, { authorization: authorization() });
  const since = new URLSearchParams({ since: epochToWall(BEGAN - 10_000) });
  const found = {};
  const calls = {
    'state since 10 s': async () => {
      const { passed, revoked } = await state(`?${since}`);
      found.recent = `${passed.length} passed, ${revoked.length} revoked`;
    },
    decide: async (turn) => {
      await call('POST', '/gate/decide', {
        authorization: authorization(),
        body: { text: codes[turn % codes.length] },
      });
    },
    list: async (turn) => {
      await call('GET', `${TICKETS_LIST}?tab=active&limit=10`, travellers[turn % travellers.length]);
    },
    'hold and release': async (turn) => {
      const { authorization: own, tickets } = travellers[turn % travellers.length];
      const { departureId, seat } = seats[turn % seats.length];
      holding.as(own);
      const held = { ...STRETCH, departureId, ticketIds: [tickets[0]], seats: [seat] };
      const { holdId } = dataOf(await holding.post('seatHold', held));
      dataOf(await holding.post('seatRelease', { holdId }));
    },
  };
  const codes = await Promise.all(Array.from({ length: 20 }, (_, n) => codeOf(`n${n * 37}`)));

  /** Medians of each call's processor time in server and database, and of its own time, in milliseconds. */
  const measure = async () => {
    const rounds = [];
    for (let i = 0; i < WARM_ROUNDS + ROUNDS; i += 1) {
      const round = {};
      for (const [name, one] of Object.entries(calls)) {
        const times = [];
        const before = postgres() + cpuOf(pid);
        for (let turn = 0; turn < CALLS; turn += 1) {
          const began = performance.now();
          await one(turn);
          times.push(performance.now() - began);
        }
        round[name] = { cpu: (postgres() + cpuOf(pid) - before) / CALLS, time: quantile(times, 0.5) };
      }
      if (i >= WARM_ROUNDS) rounds.push(round);
    }
    return (name, what) => median(rounds.map((round) => round[name][what]));
  };
  /** The first state of a gate, three times. */
  const first = async () => {
    const times = [];
    const cpu = [];
    for (let i = 0; i < 3; i += 1) {
      const began = performance.now();
      const before = postgres() + cpuOf(pid);
      const { passed, revoked } = await state();
      cpu.push(postgres() + cpuOf(pid) - before);
      times.push(performance.now() - began);
      found.first = `${passed.length} passed, ${revoked.length} revoked`;
    }
    return { ms: median(times), cpu: median(cpu), found: found.first };
  };
  const few = await measure();
  const fewRecent = found.recent;
  const firstOfFew = await first();
  const began = performance.now();
  await fillMany(db);
  const [{ size }] = await rowsOf(
    db,
    sql`select pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  console.log(
    `${TICKETS} tickets, ${EVENTS} events, ${DAY_PASSAGES} passages in the last day: ${size}, made in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  reconnect();
  const many = await measure();
  const lines = Object.keys(calls).map((name) => {
    const ratio = many(name, 'cpu') / few(name, 'cpu');
    const time = many(name, 'time');
    // On a machine that other programs use, each call waits for its turn, also with few tickets.
    const isSlow = name.startsWith('state') && time > LIMIT_MS && time > LIMIT * few(name, 'time');
    if (ratio > LIMIT || isSlow) process.exitCode = 1;
    return `${name}: CPU ${few(name, 'cpu').toFixed(2)} ms, then ${many(name, 'cpu').toFixed(2)} ms, ratio ${ratio.toFixed(2)} (limit ${LIMIT}); p50 ${few(name, 'time').toFixed(1)} ms, then ${time.toFixed(1)} ms`;
  });
  console.log(`${cpus().length} CPUs, medians of ${ROUNDS} rounds of ${CALLS} calls; CPU a call in server and database, with ${FEW} tickets and ${2 * FEW_PASSAGES} events, then with all
${lines.join('\n')}
the lists since 10 s: ${fewRecent}, then ${found.recent}; limit ${LIMIT_MS} ms, or ${LIMIT} times that with few`);
  console.log(`first state: ${firstOfFew.ms.toFixed(0)} ms (${firstOfFew.found})`);
  const firstOfMany = await first();
  console.log(
    `first state: ${firstOfMany.ms.toFixed(0)} ms (${firstOfMany.found}), limit ${FIRST_LIMIT_MS} ms; CPU ${firstOfMany.cpu.toFixed(0)} ms`,
  );
  if (firstOfMany.ms > FIRST_LIMIT_MS) process.exitCode = 1;
  holding.close();
  http.close();
});
