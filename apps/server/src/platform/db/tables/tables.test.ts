// The table types are what the migrations make: every table and column, which columns are null, and their kinds of value.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../test/test-database.ts';
import type { OpenDatabase } from '../open-database.ts';

interface Column {
  readonly nullable: boolean;
  readonly type: string;
}
type Tables = Record<string, Record<string, Column>>;

/** The TypeScript types by which PostgreSQL's are read and written. */
const TYPES: Readonly<Record<string, RegExp>> = {
  text: /string|'|[A-Z]\w+/,
  'timestamp with time zone': /^(Generated<)?(Date|ColumnType<Date)/,
  date: /string|Date/,
  integer: /number|[A-Z]\w+|\d/,
  real: /number/,
  smallint: /number|\d/,
  bigint: /string/,
  boolean: /boolean|true|false/,
  jsonb: /Json|unknown|string|[A-Z]\w+/,
  bytea: /Buffer|Uint8Array/,
  ARRAY: /\[\]|readonly/,
  xid8: /string/,
};

/** Reads the interfaces of the files beside this test. */
function declaredTables(): Tables {
  const files = readdirSync(import.meta.dirname).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const text = files.map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8')).join('\n');
  const fieldsOf = (name: string) => {
    const body = new RegExp(`interface ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(text)?.[1] ?? '';
    return [...body.matchAll(/^ {2}(?:readonly )?(\w+): ([\s\S]*?);$/gm)];
  };
  return Object.fromEntries(
    fieldsOf('Tables').map(([, table = '', type = '']) => [
      table,
      Object.fromEntries(
        fieldsOf(type).map(([, column = '', columnType = '']) => [
          column,
          { nullable: /\bnull\b/.test(columnType), type: columnType },
        ]),
      ),
    ]),
  );
}

/** Tables that only SQL text reads and writes: the applied migrations, and the counts that a trigger keeps. */
const BY_SQL_ALONE = ['migration', 'seats_sold'];

let database: OpenDatabase;
let made: Tables;
beforeAll(async () => {
  database = await openTestDatabase();
  const { rows } = await sql<{ table: string; column: string; nullable: boolean; type: string }>`
    select c.table_name as "table", c.column_name as "column", c.is_nullable = 'YES' as nullable, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'`.execute(database.db);
  made = {};
  for (const { table, column, nullable, type } of rows) (made[table] ??= {})[column] = { nullable, type };
});
afterAll(() => database.close());

test('each table has the columns that its type has, null where its type says so', () => {
  const shape = (tables: Tables) =>
    Object.fromEntries(
      Object.entries(tables).map(([table, columns]) => [
        table,
        Object.fromEntries(
          Object.entries(columns)
            .map(([column, { nullable }]) => [column, nullable] as const)
            .toSorted(([a], [b]) => a.localeCompare(b)),
        ),
      ]),
    );
  const typed = Object.fromEntries(Object.entries(made).filter(([table]) => !BY_SQL_ALONE.includes(table)));
  expect(Object.keys(typed)).toHaveLength(Object.keys(made).length - BY_SQL_ALONE.length);
  expect(shape(declaredTables())).toEqual(shape(typed));
});

test('each column is read as a value of its type', () => {
  const wrong = Object.entries(declaredTables()).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, { type }]) => {
      const real = made[table]?.[column]?.type ?? '';
      return TYPES[real]?.test(type) ? [] : [`${table}.${column}: ${real} as ${type}`];
    }),
  );
  expect(wrong).toEqual([]);
});
