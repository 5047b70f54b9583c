// Finds words of one railway in code: the names of its stations, trains, lines and products, its currency and its zone.
// They are read from the folders of the operators, so the list is written nowhere else.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';

/**
 * Words of a railway that the specification or an external format has in its own names, which stay for every railway. Each is a text,
 * the files in which it may stand, and why.
 * @type {readonly { text: string, files: RegExp, why: string }[]}
 */
export const KEPT = [
  {
    text: '/packages/haruka/',
    files:
      /^apps\/(web\/src\/app\/router\/link-to|server\/src\/reservation\/mails\/reservation-address)\.ts$/,
    why: 'addresses of the specification, which mails and bookmarks contain',
  },
  { text: 'harukaReserve', files: /^apps\/web\/src\/app\/router\/link-to\.ts$/, why: 'as above' },
  {
    text: 'getJRAndHarukaStation',
    files: /^(packages\/contract\/src\/(calls|routes)|apps\/web\/src\/station|apps\/server\/src\/station)\//,
    why: 'a call of the specification',
  },
  {
    text: 'haruka: Type.Boolean()',
    files: /^packages\/contract\/src\/calls\/traveller\/station\.ts$/,
    why: 'a field of the specification: trains call at the station',
  },
  {
    text: 'station.haruka',
    files: /^apps\/server\/src\/(station\/list-stations|notice\/faq-files|commands\/check-operator)\.ts$/,
    why: 'reads that field',
  },
  {
    text: '?.haruka',
    files: /^apps\/server\/src\/platform\/operator\/load-operator\.ts$/,
    why: 'reads that field',
  },
  {
    text: "'haruka'>",
    files: /^apps\/server\/src\/platform\/operator\/join-feed\.ts$/,
    why: 'fills that field',
  },
  {
    text: 'haruka: called',
    files: /^apps\/server\/src\/platform\/operator\/join-feed\.ts$/,
    why: 'fills that field',
  },
  {
    text: 'haruka: false',
    files: /^apps\/server\/src\/reservation\/timetable\/departure\.ts$/,
    why: 'fills that field',
  },
  {
    text: 'operators/kansai',
    files:
      /^(apps\/server\/src\/platform\/start\/config\.ts|packages\/page-build\/development-settings\.ts|scripts\/release\/traveller\.mjs)$/,
    why: 'the folder of the demonstration, unless OPERATOR_DIR names another',
  },
  {
    text: "'haruka'",
    files: /^apps\/server\/src\/platform\/db\/migrations\/0002-tickets\.ts$/,
    why: 'a migration that is released does not change; a later one removes the check',
  },
];

/** Words in the names of railways that any text may have. */
const COMMON = /^(the|and|of|demo|rail(ways?|road)?|trains?|lines?|express|limited|city|day|pass|ticket)$/i;

/** @param {string} text @returns {Record<string, string>[]} */
const rowsOf = (text) => parse(text, { columns: true, bom: true, relax_column_count: true });

/**
 * Reads the words of one railway.
 * @param {string} folder the operator's folder @returns {Set<string>}
 */
export function railwayWords(folder) {
  const read = (/** @type {string} */ file) => readFileSync(path.join(folder, file), 'utf8');
  const feed = (/** @type {string} */ file) => rowsOf(read(`gtfs/${file}`));
  const words = new Set();
  /** @param {string | undefined} name */
  const add = (name) => {
    const word = name?.normalize('NFKC').trim() ?? '';
    // One Chinese character is part of other words.
    if (word.length > 1 && /\p{L}/u.test(word)) words.add(word);
  };
  for (const stop of feed('stops.txt')) [stop.stop_id, stop.stop_name].forEach(add);
  for (const route of feed('routes.txt')) [route.route_short_name, route.route_long_name].forEach(add);
  for (const trip of feed('trips.txt')) add(trip.trip_headsign);
  for (const row of feed('translations.txt')) add(row.translation);
  for (const { agency_name: agency = '' } of feed('agency.txt')) {
    add(agency);
    for (const part of agency.split(/[^\p{L}]+/u)) if (!COMMON.test(part)) add(part);
  }
  for (const product of JSON.parse(read('products.json'))) {
    // An id or a name of one word, such as 'Tageskarte', is a word of its language.
    const addLonger = (/** @type {string} */ name) => !/^\p{Script=Latin}+$/u.test(name) && add(name);
    addLonger(product.productId);
    for (const [key, value] of Object.entries(product)) {
      if (!key.startsWith('productName')) continue;
      for (const name of typeof value === 'string' ? [value] : Object.values(value)) addLonger(name);
    }
  }
  const { currency, zone, zoneName, languages } = JSON.parse(read('operator.json'));
  [currency, zone, zone.split('/').at(-1), ...Object.values(zoneName)].forEach(add);
  for (const language of languages)
    for (const currencyDisplay of /** @type {const} */ (['narrowSymbol', 'name'])) {
      const parts = new Intl.NumberFormat(language, {
        style: 'currency',
        currency,
        currencyDisplay,
      }).formatToParts(1);
      const name = parts.find(({ type }) => type === 'currency')?.value ?? '';
      // In 'Swiss franc', the first word is one of any text.
      words.add(/\p{L} \p{L}/u.test(name) ? name.split(' ').at(-1) : name);
    }
  const offset = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(Date.UTC(2026, 0))
    .find(({ type }) => type === 'timeZoneName');
  if (offset) words.add(offset.value.replace('GMT', ''));
  words.delete('');
  return words;
}

const LATIN = /\p{Script=Latin}/u;
const HANGUL = /\p{Script=Hangul}/u;

/**
 * Returns whether a line has a word at a place. Latin letters around it make another word, Korean ones before it too: particles follow.
 * @param {string} line in small letters @param {number} at @param {string} word
 */
function hasAt(line, at, word) {
  if (!line.startsWith(word, at)) return false;
  const before = line[at - 1] ?? '';
  const after = line[at + word.length] ?? '';
  if (HANGUL.test(word[0] ?? '')) return !HANGUL.test(before);
  return (
    !(LATIN.test(word[0] ?? '') && LATIN.test(before)) &&
    !(LATIN.test(word.at(-1) ?? '') && LATIN.test(after))
  );
}

/**
 * Makes the search for words of railways in the files of the code.
 * @param {ReadonlySet<string>} words as `railwayWords` reads them
 * @returns {(file: string, text: string) => string[]} finds them in a file: 'file:line: …' for each
 */
export function searchFor(words) {
  /** @type {Map<string, string[]>} */
  const byStart = new Map();
  for (const word of new Set([...words].map((each) => each.toLowerCase()))) {
    const start = word.slice(0, 2);
    byStart.set(start, [...(byStart.get(start) ?? []), word]);
  }
  return (file, text) => {
    const kept = KEPT.filter(({ files }) => files.test(file)).map((each) => each.text);
    return text.split('\n').flatMap((line, index) => {
      const rest = kept.reduce((all, each) => all.replaceAll(each, ''), line.normalize('NFKC'));
      // 'atBigCity' has three words.
      const small = rest.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
      const found = new Set();
      // No word begins within another one of Latin letters.
      for (const { index: at } of small.matchAll(/[a-z]+|[^\sa-z]/gu))
        for (const start of [small.slice(at, at + 2), small.charAt(at)])
          for (const word of byStart.get(start) ?? []) if (hasAt(small, at, word)) found.add(word);
      // 'Big City' includes 'City'.
      const longest = [...found].filter(
        (word) => ![...found].some((other) => other !== word && other.includes(word)),
      );
      return longest.map(
        (word) =>
          `${file}:${index + 1}: '${word}' is a word of one railway; take it from the operator's folder, or write an example of none`,
      );
    });
  };
}

/** Returns whether a file is code that every railway runs. @param {string} file its path in the repository */
export const isCode = (file) =>
  /^(apps|packages|scripts)\//.test(file) &&
  /\.(ts|tsx|mts|js|mjs|css|html|svg|json|webmanifest)$/.test(file) &&
  !/\.test\.\w+$|\/test\/|^packages\/page-test\/|^scripts\/claims\/|golden-vectors|package-lock/.test(file) &&
  // This file lists the words that are kept.
  file !== 'scripts/words/railway-words.mjs';

/** Addresses and emails in a text: those of the specification and of demonstrations are the same for every railway. */
const ADDRESSES = /https?:\/\/\S+|[^\s@]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}/gi;

/**
 * Makes the search for words of the other railways beside a folder, their apps' names included, in what one railway shows.
 * @param {string} folder the folder of the railway that shows it
 * @returns {(where: string, text: string) => string[]} finds them in a text: 'where:line: …' for each
 */
export function searchForOthers(folder) {
  const beside = path.dirname(path.resolve(folder));
  const wordsOf = (/** @type {string} */ name) => {
    const { appName } = JSON.parse(readFileSync(path.join(beside, name, 'operator.json'), 'utf8'));
    return [...railwayWords(path.join(beside, name)), appName].map((word) => word.toLowerCase());
  };
  const own = path.basename(folder);
  const others = readdirSync(beside).filter(
    (name) => name !== own && existsSync(path.join(beside, name, 'operator.json')),
  );
  if (others.length === 0) throw new Error(`there is no other railway beside ${folder}`);
  const ours = new Set(wordsOf(own));
  const search = searchFor(new Set(others.flatMap(wordsOf).filter((word) => !ours.has(word))));
  return (where, text) => search(where, text.replaceAll(ADDRESSES, ' '));
}
