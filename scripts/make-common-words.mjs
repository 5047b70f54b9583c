// Writes packages/domain/src/account/common-words.ts: the words of common passwords, packed for the phone. With
// --check it only checks whether the file is up to date. Sources: the words of
// packages/domain/test/common-stems.ts, and the list of common passwords of @zxcvbn-ts/language-common (MIT).
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dictionary } from '@zxcvbn-ts/language-common';

/** How many passwords of the package provide words. More of them cost the phone more than they gain. */
const PASSWORDS = 10_000;
/** Words of the first passwords are common first guesses. */
const FIRST_GUESSES = 2_000;
/** A rarer word of three letters would occur in too many good passwords. */
const RARE_LENGTH = 4;

const fileOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Returns the words of a list of passwords, without surrounding digits and signs. */
const wordsOf = (passwords) =>
  passwords.map((password) => password.toLowerCase().replaceAll(/^[^a-z]+|[^a-z]+$/g, ''));

/** Packs sorted words: a capital for the number of letters shared with the word before, and the rest. */
function pack(words) {
  let before = '';
  return words
    .toSorted()
    .map((word) => {
      let shared = 0;
      while (shared < 25 && shared < word.length && word[shared] === before[shared]) shared += 1;
      before = word;
      return String.fromCharCode(65 + shared) + word.slice(shared);
    })
    .join('');
}

/** Returns the text of packages/domain/src/account/common-words.ts. */
function commonWordsFile() {
  const own = readFileSync(fileOf('packages/domain/test/common-stems.ts'), 'utf8')
    .split('`')[1]
    .trim()
    .split(/\s+/);
  const listed = wordsOf(dictionary['passwords-common'].slice(0, PASSWORDS));
  const plain = (word) => /^[a-z]{3,24}$/.test(word);
  const common = new Set([...own, ...listed.slice(0, FIRST_GUESSES).filter(plain)]);
  const rare = new Set(
    listed
      .slice(FIRST_GUESSES)
      .filter((word) => plain(word) && word.length >= RARE_LENGTH && !common.has(word)),
  );
  return `// Made by scripts/make-common-words.mjs. Do not edit: change packages/domain/test/common-stems.ts or the script, and run it.

/** Words among common first guesses, packed: see common-password.ts. */
export const COMMON_WORDS =
  '${pack([...common])}';

/** Words of less common passwords, packed the same way. */
export const RARE_WORDS =
  '${pack([...rare])}';
`;
}

const file = fileOf('packages/domain/src/account/common-words.ts');
if (!process.argv.includes('--check')) writeFileSync(file, commonWordsFile());
else if (readFileSync(file, 'utf8') !== commonWordsFile()) {
  console.error(
    'packages/domain/src/account/common-words.ts is not what the script makes: run node scripts/make-common-words.mjs',
  );
  process.exitCode = 1;
}
