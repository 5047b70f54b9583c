// What do 10,000 open code screens cost one process: memory a stream, and processor time while nothing happens and when a train changes for all?
// node bench/live/streams.mjs [streams] [seconds]; starts and stops everything that it needs. Each stream is of an account of its own, since an
// account keeps three. Beyond MAX_STREAMS the process must refuse.
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { spawnSync } from 'node:child_process';
import { cpuOf, postgresCpu, seedTravellers, withHarness } from '../harness.mjs';
import { inBatches, openStream } from './open-stream.mjs';

const [STREAMS = 10_000, SECONDS = 30] = process.argv.slice(2).map(Number);
const AT_ONCE = 8;
/** kB of memory a stream. */
const LIMIT_KB = 64;
/** The share of a core of the server and of PostgreSQL, each, while nothing happens. */
const LIMIT_CORE = 0.5;
/** Sockets of this process or of the server, and what they have open besides. */
const FILES = STREAMS + 1_000;

// The limit of open files is inherited by the server, and set before Node starts.
const open = Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
if (open < FILES) {
  if (process.env.BENCH_FILES) {
    console.error(
      `${FILES} open files are needed, and this machine allows ${open}: fewer streams, or ulimit -Hn`,
    );
    process.exit(1);
  }
  const again = spawnSync(
    'sh',
    ['-c', `ulimit -n ${FILES}; exec "$0" "$@"`, process.execPath, ...process.argv.slice(1)],
    { stdio: 'inherit', env: { ...process.env, BENCH_FILES: String(FILES) } },
  );
  process.exit(again.status ?? 1);
}

/** Resident memory in kB. */
const memoryOf = (pid) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

await withHarness(async ({ db, another }) => {
  const server = await another({ MAX_STREAMS: String(STREAMS) });
  const { pid = 0, port } = server;
  const postgres = await postgresCpu(db);
  /** @type {{ close: () => void }[]} */
  const streams = [];
  try {
    const travellers = await seedTravellers(db, STREAMS + 1, 1);
    const phone = ({ authorization, tickets }) => ({ port, authorization, ticketId: tickets[0] ?? '' });
    // What the code itself needs is not a stream's.
    const warm = [];
    for (const traveller of travellers.slice(0, 200)) warm.push(await openStream(phone(traveller)));
    for (const stream of warm) stream.close();
    await wait(5_000);
    const empty = memoryOf(pid);
    const [beganAt, cpuBefore] = [performance.now(), cpuOf(pid)];
    await inBatches(travellers.slice(0, STREAMS), AT_ONCE, async (traveller) => {
      streams.push(await openStream(phone(traveller)));
    });
    const opening = cpuOf(pid) - cpuBefore;
    console.log(
      `${streams.length} streams opened in ${((performance.now() - beganAt) / 1000).toFixed(1)} s, ${(opening / STREAMS).toFixed(2)} ms of processor time each`,
    );
    const beyond = travellers[STREAMS];
    const refused =
      beyond &&
      (await openStream(phone(beyond)).then(
        () => 'opened',
        (error) => error.message,
      ));
    console.log(`one more: ${refused}`);
    const [own, theirs, from] = [cpuOf(pid), postgres(), performance.now()];
    await wait(SECONDS * 1000);
    const elapsed = performance.now() - from;
    const [server_, database] = [(cpuOf(pid) - own) / elapsed, (postgres() - theirs) / elapsed];
    const kb = (memoryOf(pid) - empty) / STREAMS;
    console.log(
      `memory a stream ${kb.toFixed(1)} kB, limit ${LIMIT_KB}: ${(memoryOf(pid) / 1024).toFixed(0)} MB in all, ${(empty / 1024).toFixed(0)} MB before`,
    );
    console.log(
      `while nothing happens, of a core: server ${server_.toFixed(2)}, PostgreSQL ${database.toFixed(2)}, limit ${LIMIT_CORE} each`,
    );
    if (kb > LIMIT_KB || server_ > LIMIT_CORE || database > LIMIT_CORE || !refused?.includes('503'))
      process.exitCode = 1;
  } finally {
    for (const stream of streams) stream.close();
    await server.stop();
  }
});
