// How many bookings (hold, then save) one server commits a second, beside bare commits of one row on the same PostgreSQL.
// node --import tsx bench/booking.mjs [seconds] [connections]; it starts and ends all it needs.
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { withPostgres } from '../scripts/postgres.mjs';
import { openPostgres } from '../server/src/db/open-database.ts';
import { loadOperator } from '../server/src/operator/operator-data.ts';
import { journeysOn } from '../server/src/seat/departure.ts';
import { seedAccounts, seedTickets, signIn } from '../server/src/seat/seat-fixture.ts';
import { addDays, dateAt } from '@kippu/domain/service-day';

const SECONDS = Number(process.argv[2] ?? 6);
const CONNECTIONS = Number(process.argv[3] ?? 16);
/** Not counted: the first requests find the code cold. */
const WARM_SECONDS = 4;
/** More than a connection can use up. */
const TICKETS_EACH = 60 * (SECONDS + WARM_SECONDS);
const TARGET = 0.35;
const DAYS = 28;
const root = path.resolve(import.meta.dirname, '..');

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

async function startServer(databaseUrl, dataDir) {
  const port = await freePort();
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: String(port) };
  const server = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...env, HOST: '127.0.0.1', DEMO: '0', LOG_LEVEL: 'error' },
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  for (let tries = 0; ; tries += 1) {
    const up = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => false,
    );
    if (up) break;
    if (tries > 150 || server.exitCode !== null) throw new Error('the server did not start');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
  };
  return { port, stop, pid: server.pid };
}

/** CPU milliseconds that processes have used so far; 0 where there is no /proc. */
const cpuOf = (pids) =>
  pids
    .map((pid) => `/proc/${pid}/stat`)
    .filter((file) => existsSync(file))
    .map((file) =>
      readFileSync(file, 'utf8')
        .replace(/^.*\) /, '')
        .split(' '),
    )
    .reduce((sum, fields) => sum + (Number(fields[11]) + Number(fields[12])) * 10, 0);

/** Every seat of every train in the window, train by train in turn, so that no train is hot. */
function* seatsToBook(operator) {
  const dates = Array.from({ length: DAYS }, (_, i) => addDays(dateAt(Date.now()), i + 1));
  const rides = dates.flatMap((date) => journeysOn(operator, date, 'kansai-airport', 'kyoto'));
  for (const car of [2, 3, 4, 8, 9])
    for (let row = 1; row <= 10; row += 1)
      for (const letter of ['A', 'B', 'C', 'D'])
        for (const ride of rides) yield { departureId: ride.departureId, seat: `${car}-${row}${letter}` };
}

function caller(port, authorization) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = (call, body) =>
    new Promise((resolve, reject) => {
      const payload = JSON.stringify(body);
      const headers = {
        authorization,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
        'idempotency-key': randomUUID(),
      };
      const url = { host: '127.0.0.1', port, path: `/jtr-jwqs-app/guest/seat/info/${call}`, method: 'POST' };
      const sent = request({ ...url, agent, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part) => (text += part));
        answer.on('end', () => {
          const { code, data } = JSON.parse(text);
          if (code === 'OK') resolve(data);
          else reject(new Error(`${call}: ${code}`));
        });
      });
      sent.once('error', reject).end(payload);
    });
  return { post, close: () => agent.destroy() };
}

async function measureBookings(port, travellers, seats, duration) {
  const times = [];
  const from = performance.now();
  const until = from + duration * 1000;
  const one = async ({ authorization, tickets }) => {
    const { post, close } = caller(port, authorization);
    while (performance.now() < until) {
      const began = performance.now();
      const ticketId = tickets.pop();
      const { departureId, seat } = seats.next().value ?? {};
      if (!ticketId || !seat) throw new Error('out of tickets or seats: measure for a shorter time');
      const stretch = { departureId, from: 'kansai-airport', to: 'kyoto' };
      const { holdId } = await post('seatHold', { ...stretch, ticketIds: [ticketId], seats: [seat] });
      await post('seatSave', { holdId });
      times.push(performance.now() - began);
    }
    close();
  };
  await Promise.all(travellers.map(one));
  const seconds = (performance.now() - from) / 1000;
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)];
  return { perSecond: times.length / seconds, bookings: times.length, p50: at(0.5), p99: at(0.99) };
}

/** Commits a second of one-row transactions by pgbench with as many connections. */
function measureBareCommits(url, folder) {
  const script = path.join(folder, 'commit.sql');
  writeFileSync(script, "begin;\ninsert into bare_commit (note) values ('one row');\ncommit;\n");
  const args = [
    '-n',
    '-c',
    CONNECTIONS,
    '-j',
    2,
    '-T',
    Math.max(2, Math.ceil(SECONDS / 2)),
    '-f',
    script,
    url,
  ];
  const text = execFileSync('pgbench', args.map(String), {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return Number(/tps = ([\d.]+)/.exec(text)?.[1]);
}

async function run(url) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-bench-'));
  const operator = loadOperator(path.join(root, 'operator'));
  const server = await startServer(url, folder);
  const { db, close } = await openPostgres(url);
  try {
    const now = Date.now();
    await seedAccounts(db, CONNECTIONS, now);
    const travellers = [];
    for (let i = 0; i < CONNECTIONS; i += 1) {
      const ticketIds = Array.from({ length: TICKETS_EACH }, (_, n) => `bench-${i}-${n}`);
      for (let n = 0; n < ticketIds.length; n += 500)
        await seedTickets(
          db,
          ticketIds.slice(n, n + 500).map((id) => ({
            ...{ ticket_id: id, product_id: 'haruka-kix-kyoto', account_id: `a${i}` },
          })),
          now,
        );
      travellers.push({ tickets: ticketIds, ...(await signIn(db, `a${i}`, now)) });
    }
    const pool = await openPostgres(url);
    await pool.db.schema
      .createTable('bare_commit')
      .addColumn('id', 'serial', (c) => c.primaryKey())
      .addColumn('note', 'text')
      .execute();
    await pool.close();
    const before = measureBareCommits(url, folder);
    const seats = seatsToBook(operator);
    const warm = await measureBookings(server.port, travellers, seats, WARM_SECONDS);
    const { rows } =
      await sql`select pid from pg_stat_activity where backend_type = 'client backend'`.execute(db);
    const backends = rows.map((row) => row.pid);
    const cpuBefore = [cpuOf([server.pid]), cpuOf(backends)];
    const ours = await measureBookings(server.port, travellers, seats, SECONDS);
    const cpu = [cpuOf([server.pid]) - cpuBefore[0], cpuOf(backends) - cpuBefore[1]];
    const after = measureBareCommits(url, folder);
    const bare = (before + after) / 2;
    const { count } = await db
      .selectFrom('reservation')
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    const answered = warm.bookings + ours.bookings;
    if (Number(count) !== answered) throw new Error(`${answered} bookings answered, ${count} stored`);
    report(ours, bare, { before, after, cpu: cpu.map((ms) => ms / ours.bookings) });
  } finally {
    await close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function report({ perSecond, bookings, p50, p99 }, bare, { before, after, cpu }) {
  const commits = perSecond * 2;
  const round = (n) => n.toFixed(n < 10 ? 2 : 0);
  console.log(`${cpus().length} CPUs, ${CONNECTIONS} connections, ${SECONDS} s; server, client and database share them (load ${round(loadavg()[0])})
bookings      ${round(perSecond)}/s (${bookings} booked; hold + save: p50 ${round(p50)} ms, p99 ${round(p99)} ms)
CPU a booking ${round(cpu[0])} ms in the server, ${round(cpu[1])} ms in PostgreSQL: what holds under other load, too
our commits   ${round(commits)}/s (two a booking, each with its session, rules and idempotency key)
bare commits  ${round(bare)}/s (pgbench, one row each; before ${round(before)}, after ${round(after)})
ratio         ${(commits / bare).toFixed(2)} of bare commits (target ${TARGET}); bookings alone ${(perSecond / bare).toFixed(2)}`);
}

if (!(await withPostgres(run))) process.exitCode = 1;
