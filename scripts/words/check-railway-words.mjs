// Fails if code contains a word of one railway: a name of its stations, trains, lines or products, its currency or its
// zone. Tests, the operators' folders and documents may.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isCode, railwayWords, searchFor } from './railway-words.mjs';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
const folders = files.filter((file) => /^operators\/[^/]+\/operator\.json$/.test(file)).map(path.dirname);
const code = files.filter(isCode);
if (folders.length === 0 || code.length === 0) {
  console.error('railway words: read no folder of an operator, or no code');
  process.exit(1);
}
const search = searchFor(new Set(folders.flatMap((folder) => [...railwayWords(folder)])));
const found = code.flatMap((file) => search(file, readFileSync(file, 'utf8')));
for (const each of found) console.error(each);
console.log(`railway words: ${code.length} files, ${folders.length} railways, ${found.length} found`);
process.exit(found.length > 0 ? 1 : 0);
