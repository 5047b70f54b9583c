// `npm run bench`: runs the benches of bench/README.md one after the other; `npm run bench -- <name> [arguments]` runs one.
import { spawnSync } from 'node:child_process';
import { needsNode } from './node.mjs';
import { buildPages, install } from './prepare.mjs';

/** Each bench and the options of Node that it needs. @type {Readonly<Record<string, readonly string[]>>} */
const BENCHES = {
  'booking.mjs': [],
  'flash-sale.mjs': [],
  'large/availability.mjs': [],
  'large/past-reservations.mjs': [],
  'large/gate-state.mjs': [],
  'crash.mjs': [],
  'gate.ts': ['--expose-gc'],
  'gate-camera.ts': [],
  'fuzz.ts': [],
  'gate-sync.ts': [],
  'large/tickets.mjs': [],
  'settings.mjs': [],
  'time-limits.mjs': [],
  'web.mjs': [],
  'common-passwords.ts': [],
  'chatbot/run.ts': [],
  'queue.mjs': [],
  'realtime/play.mjs': [],
  'push.mjs': [],
  'live/notified.mjs': [],
  'live/streams.mjs': [],
  'timetable/run.mjs': [],
  'abuse/run.mjs': [],
};
const nameOf = (/** @type {string} */ file) => file.replace(/^(large|live)\/|\/run\.\w+$|\.\w+$/g, '');

await needsNode();
const [wanted, ...args] = process.argv.slice(2);
const chosen = Object.entries(BENCHES).filter(([file]) => wanted === undefined || nameOf(file) === wanted);
if (chosen.length === 0) {
  console.error(`no bench is called ${wanted}: ${Object.keys(BENCHES).map(nameOf).join(', ')}`);
  process.exit(1);
}
await install();
await buildPages();
const missed = chosen.filter(([file, options]) => {
  console.log(`\n${nameOf(file)}`);
  return spawnSync('node', [...options, `bench/${file}`, ...args], { stdio: 'inherit' }).status !== 0;
});
for (const [file] of missed) console.error(`${nameOf(file)}: missed its limit or failed`);
process.exit(missed.length > 0 ? 1 : 0);
