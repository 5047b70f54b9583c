// Any transaction may delete old attempts, failures, captchas and passes, and none waits for another to do so.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { besideTransaction } from '../../platform/db/transaction-scope.ts';
import type { OpenDatabase } from '../../platform/db/open-database.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { insertAttempt, insertLoginFailure } from '../login/attempt-store.ts';
import { insertCaptcha, insertPass } from '../proofs/proof-store.ts';

const NOW = new Date('2026-04-03T00:00:00Z');
const OLD = new Date('2026-04-01T00:00:00Z');
const LATER = new Date('2026-04-03T00:05:00Z');
/** Makes each kind of row, old or new, and thereby deletes old ones. */
const MAKES = {
  attempt: (trx: Trx, id: string, at: Date) => insertAttempt(trx, id, at),
  login_failure: (trx: Trx, id: string, at: Date) => insertLoginFailure(trx, id, at),
  captcha: (trx: Trx, id: string, at: Date) =>
    insertCaptcha(trx, { captcha_id: id, answer_hash: 'h', expires_at: at === OLD ? OLD : LATER }, at),
  one_time_pass: (trx: Trx, id: string, at: Date) => {
    const pass = { pass_hash: id, kind: 'captcha', account_id: null, level: null } as const;
    return insertPass(trx, { ...pass, expires_at: at === OLD ? OLD : LATER }, at);
  },
};

describe.runIf(process.env['TEST_DATABASE_URL'])('what is old', () => {
  let open: OpenDatabase;
  beforeAll(async () => {
    open = await openTestDatabase();
  });
  afterAll(() => open.close());

  test.each(Object.entries(MAKES))(
    'of %s is passed over while somebody has it, and taken away after',
    async (table, make) => {
      const { db } = open;
      const count = async () =>
        (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]?.n;
      const made = (id: string, at: Date) =>
        inTransaction(db, async (trx) => {
          await sql`set local lock_timeout = '2s'`.execute(trx);
          await make(trx, id, at);
        });
      await made('old', OLD);
      await inTransaction(db, async (trx) => {
        await sql`select 1 from ${sql.table(table)} for update`.execute(trx);
        await besideTransaction(() => made('new', NOW));
      });
      expect(await count()).toBe(2);
      await made('newer', NOW);
      expect(await count()).toBe(2);
    },
  );
});
