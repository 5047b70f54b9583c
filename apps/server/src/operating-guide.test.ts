// docs/operating.md promises numbers and statements: they are those of the program and of its tables.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../test/test-database.ts';
import { inTransaction } from './platform/db/database.ts';
import { CALL_LIMITS } from './platform/db/connect/limits.ts';
import { OUTAGES } from './platform/db/connect/outage.ts';
import { LOCK_TRIES } from './platform/db/migrate.ts';
import type { OpenDatabase } from './platform/db/open-database.ts';
import { DEAD_LETTER_DAYS } from './platform/jobs/retry-times.ts';
import { RATES } from './platform/limits/call-limits.ts';
import { MAILS_A_SECOND, RELAY_CONNECTIONS } from './platform/mail/send-mail.ts';
import { REFUSALS } from './platform/wire/security-log.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8');

/** The text below a heading, up to the next one of the same level or above. */
function section(heading: string): string {
  const [, marks = '', text = ''] =
    new RegExp(`(?:^|\\n)(#+) ${heading}\\n([^]*)`).exec(guide) ?? expect.unreachable(heading);
  const [own = ''] = text.split(new RegExp(`\\n#{1,${marks.length}} `));
  return own;
}

/** The cells of the rows of the tables in a text, without their heads. */
const rowsOf = (text: string): readonly (readonly string[])[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '));

/** The whole numbers in a cell, such as 1,200. */
const numbersIn = (cell = '') =>
  [...cell.matchAll(/\d[\d,]*/g)].map(([number]) => Number(number.replaceAll(',', '')));

test('the limits of work in the database', () => {
  const rows = rowsOf(section('When PostgreSQL fails'));
  const seconds = (start: string) => rows.find(([what = '']) => what.startsWith(start))?.[1];
  const limits = {
    acquireMs: 'a connection: a free one',
    statementMs: 'one statement',
    lockMs: 'waiting for a lock',
    idleInTransactionMs: 'a transaction that waits',
    answerMs: 'the answer to statements',
    firstAnswerMs: 'a connection and the first answer',
  } as const satisfies Record<keyof typeof CALL_LIMITS, string>;
  const promised = Object.entries(limits).map(([name, start]) => [name, seconds(start)]);
  expect(promised).toEqual(
    Object.entries(limits).map(([name]) => [
      name,
      `${CALL_LIMITS[name as keyof typeof CALL_LIMITS] / 1000} s`,
    ]),
  );
  // What the text above the table promises of a server that does not answer at all.
  expect(CALL_LIMITS.firstAnswerMs).toBeLessThan(3_000);
});

/** The words in code style of a text, such as `busy`. */
const codesIn = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word);

test('each word by which the log names a failure of the database', () => {
  const rows = rowsOf(section('When PostgreSQL fails'));
  const head = rows.findIndex(([cell]) => cell === '`database` in the log');
  const words = rows.slice(head + 1).flatMap(([cell]) => codesIn(cell));
  expect(words.toSorted()).toEqual([...OUTAGES].toSorted());
});

test('each security event', () => {
  const events = rowsOf(section('Security events')).flatMap(([cell]) => codesIn(cell));
  // Those that are no refusals are logged where they occur.
  const others = ['authentication.accepted', 'rule.refused', 'server.failed'];
  expect(events.toSorted()).toEqual([...Object.keys(REFUSALS), ...others].toSorted());
});

test('the limits of calls', () => {
  const rows = rowsOf(section('Limits'));
  const numbers = (start: string) => numbersIn(rows.find(([calls = '']) => calls.startsWith(start))?.[1]);
  const promised = {
    openRead: numbers('each call of visitors that reads')[0],
    openWrite: numbers('each call of visitors that writes')[0],
    presented: numbers('refreshes of a session')[0],
    guestRead: numbers('all calls of a signed-in traveller that read')[0],
    guestWrite: numbers('all of them that write')[0],
    guestSlow: numbers('those that check a password')[0],
    guestStream: numbers('live streams')[0],
    desk: numbers('all calls of a member of staff')[0],
    deskSlow: numbers('all calls of a member of staff')[1],
    partnerRead: numbers('all calls of a partner')[0],
    partnerWrite: numbers('all calls of a partner')[1],
    unknown: numbers('unknown tokens and keys')[0],
    other: numbers('pages, files')[0],
  };
  expect(promised).toEqual(Object.fromEntries(Object.entries(RATES).map(([name, { max }]) => [name, max])));
});

test('how long a mail that was given up is kept', () => {
  expect(section('Mails')).toContain(`for ${DEAD_LETTER_DAYS} days (\`DEAD_LETTER_DAYS\`)`);
});

test('how many connections a process has to the relay, and how many mails it sends', () => {
  expect(section('Mails')).toContain(
    `${RELAY_CONNECTIONS} connections at most and sends ${MAILS_A_SECOND} mails a second at most`,
  );
});

test('how long a migration waits for a lock', () => {
  expect(LOCK_TRIES).toMatchObject({ lockMs: 500, againAfterMs: 2_000 });
  expect(guide).toContain(
    'gives up a lock that is not free in half a second and tries again two seconds later',
  );
  expect(guide).toContain(`After ${LOCK_TRIES.tries} tries`);
});

describe('after a restore', () => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase();
  });
  afterAll(() => opened.close());

  test('each statement that lists what was lost runs on the tables', async () => {
    const statements = [...section('Backup and restore').matchAll(/```\n(select [^]*?)```/g)].flatMap(
      ([, block = '']) => block.split(';').flatMap((one) => (one.trim() === '' ? [] : [one.trim()])),
    );
    expect(statements).toHaveLength(2);
    for (const statement of statements)
      expect(
        await inTransaction(opened.db, async (trx) => (await sql.raw(statement).execute(trx)).rows),
      ).toEqual([]);
  });
});
