// A gate asks every few seconds: the lists of its state read what happened since, not all tickets and events.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction, type Db, type Trx } from '../../platform/db/database.ts';
import { openGateApp, type GateFixture } from '../../../test/gate/gate.ts';
import { listRevoked } from '../../ticket/certificate/revocations.ts';
import { listPassed } from '../store/gate-store.ts';

const EVENTS = 20_000;
const START = Date.parse('2026-04-01T00:00:00Z');
const END = START + (EVENTS + 1) * 1000;

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
    passages: (since: number) => (db: Db) => listPassed(db, 'another', { since, now: END }),
    revocations: (since: number) => (db: Db) => listRevoked(db, { since, now: END }),
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

  test('a gate that asks for the first time gets a day in parts, each of an hour, and all of it', async () => {
    const sizes: number[] = [];
    const db = fixture.deps.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        sizes.push(result.rows.length);
        return result;
      },
    });
    const passed = await lists.passages(END - 24 * 3_600_000)(db);
    expect(new Set(passed.map(({ ticket_id }) => ticket_id)).size).toBe(EVENTS);
    expect(passed).toHaveLength(EVENTS);
    expect(sizes).toHaveLength(24);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(3600);
    const again = sql`insert into gate_event (gate_id, event_id, told, station_id, code, at, received_at, certificate, ticket_id)
      select gate_id, 'late-' || event_id, '', 'uji', 31, at - interval '1 minute', received_at + interval '3 hours', '', ticket_id
      from gate_event where event_id = '1'
      union all select gate_id, 'next-' || event_id, '', 'uji', 31, at + interval '1 minute', received_at + interval '3 hours', '', ticket_id
      from gate_event where event_id = '2'`;
    await again.execute(fixture.deps.db);
    const stations = new Map(
      (await lists.passages(START)(db)).map(({ ticket_id, station_id }) => [ticket_id, station_id]),
    );
    // The last passage counts by the gate's time, whenever the server received it.
    expect([stations.get('many-1'), stations.get('many-2'), stations.size]).toEqual(['kyoto', 'uji', EVENTS]);
  });
});
