// Pipelines: several statements in one round trip, and statements sent with the commit.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../database.ts';
import { batch, flush, prepend, withCommit } from './pipeline.ts';
import type { OpenDatabase } from '../open-database.ts';
import { StatementNames } from './statement-names.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
  await sql`create table numbers (n int primary key)`.execute(open.db);
});
afterAll(() => open.close());

const add = (n: number) => sql`insert into numbers (n) values (${n})`;
const stored = async () =>
  (await sql<{ n: number }>`select n from numbers order by n`.execute(open.db)).rows.map((row) => row.n);

describe('pipelined statements', () => {
  it('run in order, each seeing the effects of earlier ones', async () => {
    const [, counted, , both] = await inTransaction(open.db, (trx) =>
      batch(trx, [
        add(1),
        sql<{ count: number }>`select count(*)::int as count from numbers`,
        add(2),
        sql<{ n: number }>`select n from numbers order by n`,
      ]),
    );
    expect(counted).toEqual([{ count: 1 }]);
    expect(both).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await stored()).toEqual([1, 2]);
  });

  it('fail with the first error, and nothing is stored', async () => {
    const pipeline = inTransaction(open.db, (trx) => batch(trx, [add(3), add(1), add(4)]));
    await expect(pipeline).rejects.toMatchObject({ code: '23505' });
    expect(await stored()).toEqual([1, 2]);
  });

  it('deferred to the commit are part of it: they are stored with it, fail it, or are dropped by a rollback', async () => {
    await inTransaction(open.db, (trx) => withCommit(trx, add(5)));
    const refused = inTransaction(open.db, async (trx) => {
      await add(6).execute(trx);
      await withCommit(trx, add(5));
    });
    await expect(refused).rejects.toThrow();
    const undone = inTransaction(open.db, async (trx) => {
      await withCommit(trx, add(7));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await inTransaction(open.db, (trx) => add(8).execute(trx));
    expect(await stored()).toEqual([1, 2, 5, 8]);
  });

  it('that are prepended run before the next one, and a refusing check fails all later ones, even if the caller ignores the error', async () => {
    const seen: unknown[] = [];
    await inTransaction(open.db, async (trx) => {
      await prepend(trx, sql`insert into numbers (n) values (${9}) returning n`, (rows) =>
        seen.push(...rows),
      );
      await flush(trx);
      await flush(trx);
    });
    expect(seen).toEqual([{ n: 9 }]);
    const refused = inTransaction(open.db, async (trx) => {
      const refuse = () => {
        throw new Error('refused');
      };
      await prepend(trx, sql`select 1`, refuse);
      await add(10)
        .execute(trx)
        .catch(() => undefined);
      await flush(trx);
    });
    await expect(refused).rejects.toThrow('refused');
    const unasked = inTransaction(open.db, (trx) => prepend(trx, add(5), () => undefined));
    await expect(unasked).rejects.toThrow();
    expect(await stored()).toEqual([1, 2, 5, 8, 9]);
  });

  it('work again after a failure on the same connection, and after a change of their table', async () => {
    const read = () => sql<{ n: number }>`select * from numbers where n = ${1}`.execute(open.db);
    for (let i = 0; i < 4; i += 1) expect((await read()).rows).toEqual([{ n: 1 }]);
    await sql`alter table numbers add column more int`.execute(open.db);
    await read().catch(() => undefined);
    for (let i = 0; i < 3; i += 1) expect((await read()).rows).toEqual([{ n: 1, more: null }]);
  });
});

describe('values', () => {
  it('are read as they were written, unprepared and prepared', async () => {
    const texts = ['plain', '', 'NULL', 'a,b', '{"x"}', "o'clock", 'back\\slash', 'line\nbreak', '東京🚄'];
    const at = new Date('2028-02-29T23:59:59.123Z');
    const bytes = Buffer.from([0, 255, 92, 34]);
    const part = new Uint8Array([1, ...bytes, 2]).subarray(1, 5);
    for (let i = 0; i < 3; i += 1) {
      const { rows } = await sql`
        select ${texts}::text[] as texts, ${[1, null, -7]}::int[] as numbers, ${[]}::text[] as none, ${null}::text as nothing,
          ${at}::timestamptz as at, ${[at]}::timestamptz[] as times, ${true}::boolean as yes, ${12.5}::float8 as half,
          ${JSON.stringify({ a: ['"', null] })}::json as json, ${bytes}::bytea as bytes,
          ${part}::bytea as part, ${[part]}::bytea[] as parts`.execute(open.db);
      expect(rows).toEqual([
        {
          texts,
          numbers: [1, null, -7],
          none: [],
          nothing: null,
          at,
          times: [at],
          yes: true,
          half: 12.5,
          json: { a: ['"', null] },
          bytes: expect.anything(),
          part: expect.anything(),
          parts: [expect.anything()],
        },
      ]);
      const read = rows[0] as { bytes: Uint8Array; part: Uint8Array; parts: [Uint8Array] };
      for (const each of [read.bytes, read.part, read.parts[0]]) expect(Buffer.from(each)).toEqual(bytes);
    }
  });

  it('count the rows that a statement changed', async () => {
    const { numAffectedRows } = await sql`update numbers set n = n where n in (1, 2)`.execute(open.db);
    expect(numAffectedRows).toBe(2n);
  });
});

describe('names of prepared statements', () => {
  it('are given to repeated texts, limited in number, and removed on demand', () => {
    const names = new StatementNames();
    expect(names.of('select 1')).toBeUndefined();
    const name = names.of('select 1');
    expect(name).toBeDefined();
    expect(names.of('select 1')).toBe(name);
    names.forget('select 1');
    names.of('select 1');
    expect(names.of('select 1')).not.toBe(name);
    const many = Array.from({ length: 1000 }, (_, i) => `select ${i + 2}`);
    const given = many.flatMap((text) => [names.of(text), names.of(text)]).filter(Boolean);
    expect(given.length).toBeLessThan(many.length);
    expect(names.of('x'.repeat(10_000))).toBeUndefined();
  });
});
