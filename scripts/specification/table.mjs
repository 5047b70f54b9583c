// Checks docs/specification.md: each statement of the specification has one line, and a line 'held' names tests that exist.

const STATES = ['held', 'on purpose', 'open'];
const LINE = /^\| (\d+)\.(\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/;
const TEST = /\.(test|e2e)\.(tsx?|mjs)$/;

/**
 * Whether a test file has a test or a group of tests of this name: a string literal that is exactly the name.
 * @param {string} source @param {string} name
 * @returns {boolean}
 */
const hasName = (source, name) => {
  const plain = source.replaceAll(/\\(['"`])/g, '$1');
  return [`'${name}'`, `"${name}"`, `\`${name}\``].some((literal) => plain.includes(literal));
};

/**
 * Returns what is wrong with the tests that a line names.
 * @param {string} how @param {(file: string) => string | undefined} read
 * @returns {string[]}
 */
export function faultsOfTests(how, read) {
  const named = [...how.matchAll(/`([^`]+)`: "([^"]+)"/g)];
  if (named.length === 0) return ['names no test'];
  return named.flatMap(([, file, name]) => {
    const source = TEST.test(file) ? read(file) : undefined;
    if (source === undefined) return [`names ${file}, which is no test file`];
    return hasName(source, name) ? [] : [`names "${name}", which is not in ${file}`];
  });
}

/** Returns what is wrong with the decision records that a line names. */
function faultsOfDecisions(how, read) {
  const links = [...how.matchAll(/\]\((decisions\/[^)#]+)(?:#[^)]*)?\)/g)];
  if (links.length === 0) return ['names no decision record'];
  return links.flatMap(([, file]) => (read(`docs/${file}`) === undefined ? [`names ${file}`] : []));
}

/**
 * Returns what is wrong with the table, a sentence each.
 * @param {string} text the document
 * @param {(file: string) => string | undefined} read returns a file's text, undefined if there is none
 * @returns {string[]}
 */
export function faultsOfTable(text, read) {
  const faults = [];
  const seen = new Set();
  let section = 0;
  let last = 0;
  let count = 0;
  for (const line of text.split('\n')) {
    const heading = /^## (\d+) /.exec(line);
    if (heading) {
      if (Number(heading[1]) !== section + 1) faults.push(`section ${heading[1]} follows section ${section}`);
      section = Number(heading[1]);
      last = 0;
    }
    if (!/^\| \d/.test(line)) continue;
    count += 1;
    const [, at, number, statement, state, how] = LINE.exec(line) ?? [];
    if (how === undefined) {
      faults.push(`this is no line of the table: ${line.slice(0, 60)}`);
      continue;
    }
    const id = `${at}.${number}`;
    last += 1;
    if (Number(at) !== section || Number(number) !== last)
      faults.push(`${id} stands where ${section}.${last} belongs`);
    if (seen.has(statement)) faults.push(`${id} repeats a statement`);
    seen.add(statement);
    if (!STATES.includes(state)) faults.push(`${id} is '${state}'; a state is ${STATES.join(', ')}`);
    const found =
      state === 'held'
        ? faultsOfTests(how, read)
        : state === 'on purpose'
          ? faultsOfDecisions(how, read)
          : [];
    faults.push(...found.map((fault) => `${id} ${fault}`));
  }
  if (count === 0) faults.push('there is no line');
  return faults;
}
