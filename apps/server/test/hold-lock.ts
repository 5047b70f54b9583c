// A process for tests of the data folder's lock: `node hold-lock.ts <DATA_DIR>` prints `ready`, takes the lock at the first line of input,
// prints `held` or the error, releases the lock at the second line, and ends at the third.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { lockDataDir } from '../src/platform/db/data-dir/data-dir-lock.ts';

const [dataDir = ''] = process.argv.slice(2);
const input = createInterface({ input: process.stdin });
console.log('ready');
await once(input, 'line');
try {
  const unlock = await lockDataDir(dataDir);
  console.log('held');
  await once(input, 'line');
  await unlock();
  console.log('given back');
} catch (error) {
  console.log(error instanceof Error ? `${error.name}: ${error.message}` : 'refused');
}
await once(input, 'line');
process.exit(0);
