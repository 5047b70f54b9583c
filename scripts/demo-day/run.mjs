// `npm run demo:day`: plays how trains run on a day, as a live feed that the server of `npm start` reads. `-- --help` says more.
import { needsNode } from '../node.mjs';
import { install } from '../prepare.mjs';
import { DEMO_FEED_PORT } from './address.mjs';

await needsNode();
await install();
const { playDay } = await import('./play-day.ts');
process.exitCode = await playDay(process.argv.slice(2), DEMO_FEED_PORT);
