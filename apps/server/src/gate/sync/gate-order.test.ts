// 50 gates report in any order and repeatedly: the history is the same.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GateEvent } from '@kippu/contract/calls/gate/gate';
import { epochToWall } from '@kippu/domain/time/service-day';
import { seeded } from '@kippu/ticket-code/test/seeded';
import { inTransaction } from '../../platform/db/database.ts';
import { emptyTablesNamed } from '../../../test/test-database.ts';
import { decisionKeys } from '../decide/check-certificates.ts';
import { openGateApp, passage, type GateFixture } from '../../../test/gate/gate.ts';
import { recordGateEvents } from './record-gate-events.ts';

/** bench/gate-sync.ts sets 1,000, and a file for the result. */
const EVENTS_EACH = Number(process.env['KIPPU_GATE_EVENTS'] ?? 40);
const RESULT = process.env['KIPPU_GATE_RESULT'];
const GATES = 50;
/** Events per gate, at least two. */
const BATCH = Math.min(500, Math.ceil(EVENTS_EACH / 2));
/** Events per ticket. */
const EVENTS_A_TICKET = 40;

let fixture: GateFixture;

beforeAll(async () => {
  fixture = await openGateApp();
});
afterAll(() => fixture.close());

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T];
  }
  return mixed;
}

async function historyOf() {
  const { db } = fixture.deps;
  const events = await db
    .selectFrom('ticket_event')
    .select([
      'ticket_id',
      'kind',
      'code',
      'from_status',
      'to_status',
      'station_id',
      'method',
      'actor',
      'at',
      'detail',
    ])
    // When the server took a ticket for used depends on what it knew by then; the status at the end does not.
    .where('kind', 'not in', ['finish', 'reopen'])
    .execute();
  const sorted = <T>(rows: T[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  return {
    events: sorted(events),
    entries: sorted(await db.selectFrom('ticket_entry').selectAll().execute()),
    conflicts: sorted(
      await db.selectFrom('gate_conflict').select(['gate_id', 'event_id', 'kind', 'ticket_id']).execute(),
    ),
    tickets: sorted(
      await db
        .selectFrom('ticket')
        .select(['ticket_id', 'status', 'station_from_date', 'station_depart_date'])
        .execute(),
    ),
  };
}

/** Deletes the reports and restores the same tickets. */
async function forget() {
  const { db } = fixture.deps;
  await inTransaction(db, async (trx) => {
    const tickets = await trx.selectFrom('ticket').selectAll().execute();
    const stored = await trx
      .selectFrom('ticket_event')
      .selectAll()
      .where('kind', 'in', ['issue', 'bind', 'use'])
      .execute();
    await emptyTablesNamed(trx, ['ticket']);
    const unused = { status: 'inUse' as const, station_from_date: null, station_depart_date: null };
    await trx
      .insertInto('ticket')
      .values(tickets.map((ticket) => ({ ...ticket, ...unused, sale_price: Number(ticket.sale_price) })))
      .execute();
    for (const { event_id: _, detail, ...event } of stored)
      await trx
        .insertInto('ticket_event')
        .values({ ...event, detail: detail === null ? null : JSON.stringify(detail) })
        .execute();
  });
}

test(`${GATES} gates with ${EVENTS_EACH} events each, shuffled and repeated, give one history`, async () => {
  const random = seeded(20_261_128);
  const tickets: string[] = [];
  while (tickets.length * EVENTS_A_TICKET < GATES * EVENTS_EACH)
    tickets.push(
      ...(await fixture.inUse('kansai-pass-2day', 20)),
      ...(await fixture.inUse('haruka-kix-kyoto', 20)),
      ...(await fixture.inUse('haruka-round-kyoto', 10)),
    );
  const { db } = fixture.deps;
  for (let at = 0; at < GATES; at += 1) await fixture.gate(at % 2 ? 'kyoto' : 'kansai-airport');
  const gates = await db.selectFrom('gate').selectAll().execute();
  const start = fixture.deps.clock();
  const certificates = new Map<string, string>();
  for (const ticketId of tickets) certificates.set(ticketId, await fixture.certificateFor(ticketId));
  const issuerKeys = decisionKeys(fixture.deps.issuerKeys);
  const all = gates.flatMap((gate) =>
    Array.from({ length: EVENTS_EACH }, (_, number) => {
      const ticketId = tickets[Math.floor(random() * tickets.length)] ?? '';
      const code = ([31, 31, 32, 32, 37, 38] as const)[Math.floor(random() * 6)] ?? 31;
      const at = epochToWall(start + Math.floor(random() * 86_400) * 1000);
      const certificate = certificates.get(ticketId) ?? '';
      return { gate, event: passage(ticketId, { eventId: `e-${number}`, code, at, certificate }) };
    }),
  );
  // All events have happened before they are reported.
  fixture.deps.advance(86_400_000);
  const reportNow = async (order: readonly (typeof all)[number][]) => {
    const queues = new Map<string, GateEvent[]>();
    const flush = async (gateId: string) => {
      const gate = gates.find((each) => each.gate_id === gateId);
      const events = queues.get(gateId) ?? [];
      queues.delete(gateId);
      if (gate && events.length > 0)
        await inTransaction(db, (trx) =>
          recordGateEvents(
            trx,
            gate,
            { issuerKeys, operator: fixture.deps.operator },
            { events },
            fixture.deps.clock(),
          ),
        );
    };
    for (const { gate, event } of order) {
      const queue = [...(queues.get(gate.gate_id) ?? []), event];
      queues.set(gate.gate_id, queue);
      if (queue.length === BATCH) await flush(gate.gate_id);
    }
    for (const gateId of queues.keys()) await flush(gateId);
  };
  await reportNow(all.toSorted((a, b) => a.event.at.localeCompare(b.event.at)));
  const first = await historyOf();
  expect(first.events.filter((row) => row.includes('"gate"'))).toHaveLength(GATES * EVENTS_EACH);
  expect(first.conflicts.length).toBeGreaterThan(0);

  await forget();
  const repeats = all.filter(() => random() < 0.3);
  await reportNow(shuffled([...all, ...repeats], random));
  const second = await historyOf();
  if (RESULT) {
    const digest = (history: object) =>
      createHash('sha256').update(JSON.stringify(history)).digest('hex').slice(0, 16);
    const { events, entries, conflicts } = first;
    writeFileSync(
      RESULT,
      JSON.stringify({
        reported: all.length,
        again: repeats.length,
        tickets: tickets.length,
        events: events.length,
        entries: entries.length,
        conflicts: conflicts.length,
        inOrder: digest(first),
        shuffled: digest(second),
      }),
    );
  }
  expect(second).toEqual(first);
}, 3_600_000);
