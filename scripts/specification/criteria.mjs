// Checks docs/accessibility.md: each criterion of WCAG 2.2 at levels A and AA has one line, and a line 'held' names tests that exist.
import { faultsOfTests } from './table.mjs';

const CRITERIA =
  '1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4 2.5.7 2.5.8 3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3'.split(
    ' ',
  );
const STATES = ['held', 'none', 'open'];
const LINE = /^\| ([\d.]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/;

/**
 * Returns what is wrong with the table, a sentence each.
 * @param {string} text the document
 * @param {(file: string) => string | undefined} read returns a file's text, undefined if there is none
 * @returns {string[]}
 */
export function faultsOfCriteria(text, read) {
  const lines = text.split('\n').flatMap((line) => {
    const [, id = '', , state = '', how = ''] = LINE.exec(line) ?? [];
    return id === '' ? [] : [{ id, state, how }];
  });
  const ids = lines.map(({ id }) => id);
  const faults = CRITERIA.filter((id) => !ids.includes(id)).map((id) => `${id} has no line`);
  for (const [at, { id, state, how }] of lines.entries()) {
    if (!CRITERIA.includes(id)) faults.push(`${id} is no criterion of level A or AA`);
    if (ids.indexOf(id) !== at) faults.push(`${id} has two lines`);
    if (!STATES.includes(state)) faults.push(`${id} is '${state}'; a state is ${STATES.join(', ')}`);
    if (state === 'held') faults.push(...faultsOfTests(how, read).map((fault) => `${id} ${fault}`));
  }
  return faults;
}
