// A new migration leaves readers, writers and the previous release alone. Those up to 0056 were applied before this rule.
import { expect, test } from 'vitest';
import { MIGRATIONS } from './migrate.ts';
import type { Migration } from './migration.ts';

const FIRST_CHECKED = '0057';
/** Tables that may have millions of rows. */
const BIG = [
  'account',
  'gate_event',
  'idempotency',
  'password_history',
  'reservation',
  'reservation_seat',
  'sales_order',
  'seat_leg',
  'session',
  'session_token',
  'staff_action',
  'ticket',
  'ticket_entry',
  'ticket_event',
];
const big = `(?:only )?(?:if exists )?(?:${BIG.join('|')})\\b`;

/** What a statement must not do to a big table, and what to do instead. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [
    RegExp(`create (unique )?index (?!concurrently).* on ${big}`),
    'list it in `indexes`, which build it beside writers',
  ],
  [
    RegExp(`alter table ${big}.* alter (column )?\\w+ (set data )?type`),
    'rewrites the table: add a column instead',
  ],
  [
    RegExp(`alter table ${big}.* set not null`),
    'reads the whole table under a lock: add a check `not valid` and validate it',
  ],
  [
    RegExp(`alter table ${big}.* add column .* default [^,]*\\(`),
    'rewrites the table: fill the column in `batches`',
  ],
  [
    RegExp(`alter table ${big}.* add column .* (generated|serial|bigserial)`),
    'rewrites the table: fill the column in `batches`',
  ],
  [
    RegExp(
      `alter table ${big}.* add (constraint \\w+ )?(check|foreign key|unique|primary key|exclude)(?!.* (not valid|using index))`,
    ),
    'reads the whole table under a lock: add it `not valid` and validate it',
  ],
  [RegExp(`^(update|delete from) ${big}`), 'put it into `batches` with a limit'],
  [RegExp(`^(truncate|cluster|vacuum full|reindex).* ${big}`), 'locks the whole table'],
];
/** What the previous release may still use. */
const CONTRACTS = /\bdrop (column|table|view|function|trigger)\b|\brename\b/;

/** Returns what is wrong with a migration, given those before it. */
function faults(migration: Migration, earlier: readonly Migration[]): string[] {
  const { name, needs } = migration;
  const found: string[] = [];
  const text = (statement: string) => statement.toLowerCase().replace(/\s+/g, ' ').trim();
  for (const statement of (migration.statements ?? []).map(text)) {
    for (const [rule, advice] of RULES)
      if (rule.test(statement)) found.push(`${name}: ${statement}: ${advice}`);
    if (CONTRACTS.test(statement) && needs === undefined)
      found.push(`${name}: ${statement}: say in \`needs\` since which migration no program uses it`);
  }
  for (const statement of (migration.batches ?? []).map(text))
    if (!/ limit \d+/.test(statement)) found.push(`${name}: ${statement}: a batch needs a limit`);
  if (needs !== undefined && !earlier.some((each) => each.name === needs))
    found.push(`${name}: needs ${needs}, which is no earlier migration`);
  return found;
}

test('no new migration rewrites or locks a big table, or breaks the previous release', () => {
  const wrong = MIGRATIONS.flatMap((migration, index) =>
    migration.name < FIRST_CHECKED ? [] : faults(migration, MIGRATIONS.slice(0, index)),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['create index t_a on ticket (account_id)', /indexes/],
  ['create unique index if not exists t_a on ticket_event (at)', /indexes/],
  ['alter table reservation alter column state type bigint', /rewrites/],
  ['alter table ticket\n  alter column phone_key set not null', /not valid/],
  ['alter table seat_leg add column made timestamptz default clock_timestamp()', /rewrites/],
  ['alter table gate_event add column n bigint generated always as identity', /rewrites/],
  ["alter table account add constraint named check (username <> '')", /not valid/],
  ['alter table ticket add foreign key (order_id) references sales_order', /not valid/],
  ['update ticket set admitted = 0', /batches/],
  ['delete from session where ended_at is not null', /batches/],
  ['truncate table ticket_entry', /locks/],
  ['alter table product drop column data', /needs/],
  ['alter table notice rename column body to text', /needs/],
])('%s is refused', (statement, advice) => {
  const [fault, ...others] = faults({ name: '9999-planted', statements: [statement] }, []);
  expect(fault).toMatch(advice);
  expect(others).toEqual([]);
});

test.each([
  'alter table ticket add column colour text',
  "alter table reservation add column kind text not null default 'seat'",
  'alter table ticket add constraint priced check (sale_price >= 0) not valid',
  'alter table ticket validate constraint priced',
  'create table ticket_note (ticket_id text primary key)',
  'create index on ticket_note (ticket_id)',
  "update product set kind = 'qr'",
])('%s is allowed', (statement) => {
  expect(faults({ name: '9999-planted', statements: [statement] }, [])).toEqual([]);
});

test('a batch has a limit, and what a migration needs comes before it', () => {
  expect(faults({ name: '9999-planted', batches: ['update ticket set admitted = 0'] }, [])).toHaveLength(1);
  expect(
    faults({ name: '9999-planted', needs: '0057-x', statements: ['alter table gate drop column x'] }, []),
  ).toEqual(['9999-planted: needs 0057-x, which is no earlier migration']);
});
