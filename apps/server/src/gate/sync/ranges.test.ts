// A gate asks every few seconds: the lists of its state read what happened since, not all tickets and events.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { openGateApp, type GateFixture } from '../../../test/gate/gate.ts';
import { listRevoked } from '../../ticket/certificate/revocations.ts';
import { listPassed } from '../store/gate-store.ts';

const EVENTS = 20_000;
const START = Date.parse('2026-04-01T00:00:00Z');

describe.runIf(process.env['TEST_DATABASE_URL'])('with many tickets and events', () => {
  let fixture: GateFixture;
  beforeAll(async () => {
    fixture = await openGateApp();
    const { db } = fixture.deps;
    await fixture.inUse('haruka-kix-kyoto', 1);
    await fixture.gate();
    // One event a second, each of another ticket.
    await sql`insert into ticket select copy.* from ticket t, generate_series(1, ${EVENTS}::int) as n,
      jsonb_populate_record(t, jsonb_build_object('ticket_id', 'many-' || n, 'ticket_no', n, 'issued_ticket_no', n,
        'voucher_no', null, 'redeem_code', null, 'link_token', n)) as copy`.execute(db);
    await sql`insert into gate_event (gate_id, event_id, told, station_id, code, at, received_at, certificate, ticket_id)
      select (select gate_id from gate limit 1), n::text, '', 'kyoto', 31, at, at, '', 'many-' || n
      from generate_series(1, ${EVENTS}::int) as n, to_timestamp(${START / 1000}::int + n) as at`.execute(db);
    await sql`insert into ticket_event (ticket_id, kind, actor, at, to_status)
      select 'many-' || n, 'desk', 'system', to_timestamp(${START / 1000}::int + n), case n % 10 when 0 then 'refunded' else 'inUse' end
      from generate_series(1, ${EVENTS}::int) as n`.execute(db);
    for (const table of ['ticket', 'gate_event', 'ticket_event'])
      await sql`analyze ${sql.table(table)}`.execute(db);
  });
  afterAll(() => fixture.close());

  /** Returns how many rows of all tables the work reads. */
  const countRead = (work: (trx: Trx) => Promise<unknown>) =>
    inTransaction(fixture.deps.db, async (trx) => {
      const count = async () => {
        const { rows } = await sql<{ n: number }>`
          select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int as n
          from pg_stat_xact_user_tables where schemaname = current_schema()`.execute(trx);
        return rows[0]?.n ?? 0;
      };
      const before = await count();
      await work(trx);
      return (await count()) - before;
    });

  const lists = {
    passages: (since: number) => (trx: Trx) => listPassed(trx, 'another', since),
    revocations: (since: number) => (trx: Trx) => listRevoked(trx, since),
  };

  test.each(['passages', 'revocations'] as const)(
    'the %s of the last ten seconds are all that is read',
    async (name) => {
      const recent = START + (EVENTS - 10) * 1000;
      // More often than PostgreSQL plans a prepared statement for its values by itself.
      for (let turn = 0; turn < 8; turn += 1)
        expect(await countRead(lists[name](recent)), `turn ${turn}`).toBeLessThan(100);
      expect(await countRead(lists[name](START))).toBeGreaterThan(EVENTS / 10);
    },
  );
});
