// What metrics, traces and a connection pooler cost a booking (hold, then save over HTTP): processor time of the server with each,
// compared with a server without, in the same run and in turns. The database's and the pooler's own time is not counted.
// node bench/settings.mjs [bookings a round] [rounds]; starts and stops everything that it needs.
import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  book,
  caller,
  cpuOf,
  median,
  seatsInTurn,
  seedTravellers,
  upcomingRides,
  withHarness,
} from './harness.mjs';
import { startPgBouncer } from '../scripts/programs/pgbouncer.mjs';

const [BOOKINGS = 1000, ROUNDS = 5] = process.argv.slice(2).map(Number);
const CLIENTS = 16;
const TRAVELLERS = 16;
/** Not counted: they warm up each server. */
const WARM_BOOKINGS = 1500;
/** Traces and a pooler have no limit: they are off by default. */
const LIMITS = { metrics: 1.05, traces: Infinity, pooler: Infinity };

/** Takes traces and forgets them. */
const receiver = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
});
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const address = receiver.address();
if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
const OF_TELEMETRY = {
  metrics: { METRICS_PORT: '0' },
  traces: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${address.port}` },
};

await withHarness(async ({ url, db, operator, server, another }) => {
  const pgBouncer = await startPgBouncer(url);
  const settings = {
    ...OF_TELEMETRY,
    pooler: { DATABASE_URL: pgBouncer.url, DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: url },
  };
  const kinds = ['plain', ...Object.keys(settings)];
  const bookings = kinds.length * (WARM_BOOKINGS + ROUNDS * BOOKINGS);
  const travellers = await seedTravellers(
    db,
    CLIENTS * TRAVELLERS,
    Math.ceil(bookings / CLIENTS / TRAVELLERS) + kinds.length * (ROUNDS + 1),
  );
  const seats = seatsInTurn(upcomingRides(operator));
  const others = await Promise.all(
    Object.entries(settings).map(async ([kind, env]) => ({ kind, server: await another(env) })),
  );
  const servers = [{ kind: 'plain', server: server() }, ...others];
  const run = async ({ port, pid }, count) => {
    const before = cpuOf(pid);
    let left = count;
    const one = async (_, client) => {
      const connection = caller(port, '');
      for (let i = 0; left > 0; i += 1) {
        left -= 1;
        const { authorization, tickets } = travellers[client * TRAVELLERS + (i % TRAVELLERS)];
        const [ticketId, seat] = [tickets.pop(), seats.next().value];
        if (!ticketId || !seat) throw new Error('out of tickets or seats: measure fewer bookings');
        connection.as(authorization);
        await book(connection, ticketId, seat);
      }
      connection.close();
    };
    await Promise.all(Array.from({ length: CLIENTS }, one));
    return (cpuOf(pid) - before) / count;
  };
  try {
    for (const { server: each } of servers) await run(each, WARM_BOOKINGS);
    const rounds = [];
    for (let i = 0; i < ROUNDS; i += 1) {
      const costs = {};
      // Each is first as often as the others.
      for (const { kind, server: each } of [
        ...servers.slice(i % servers.length),
        ...servers.slice(0, i % servers.length),
      ])
        costs[kind] = await run(each, BOOKINGS);
      rounds.push(costs);
    }
    const plain = median(rounds.map((costs) => costs.plain));
    console.log(
      `plain    ${plain.toFixed(3)} ms of processor time a booking in the server, medians of ${ROUNDS} rounds of ${BOOKINGS}`,
    );
    for (const [kind, limit] of Object.entries(LIMITS)) {
      const cost = median(rounds.map((costs) => costs[kind]));
      const ratios = rounds.map((costs) => costs[kind] / costs.plain);
      const ratio = median(ratios);
      const each = ratios.map((value) => value.toFixed(2)).join(' ');
      console.log(
        `${kind.padEnd(8)} ${cost.toFixed(3)} ms, ratio ${ratio.toFixed(3)} (limit ${limit}; rounds ${each})`,
      );
      if (ratio > limit) process.exitCode = 1;
    }
  } finally {
    for (const { server: each } of others) await each.stop();
    await pgBouncer.close();
  }
});
receiver.closeAllConnections();
receiver.close();
