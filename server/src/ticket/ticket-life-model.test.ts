// Random ticket lives against an independent model: after each step both must tell the same, to everybody.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECKLIST } from '@kippu/contract/station';
import { inTransaction, type Trx } from '../db/database.ts';
import type { TicketStatus } from '../db/tables.ts';
import { AppError } from '../http/app-error.ts';
import { coveredStations } from '../station/covered-stations.ts';
import { bindTickets } from './bind-tickets.ts';
import { cancelEntry } from './cancel-entry.ts';
import { readHistory } from './read-history.ts';
import { summaryAnswer, ticketAnswer } from './ticket-answer.ts';
import { findEntry } from './ticket-entry-store.ts';
import { openTicketApp, PASSWORD, type TicketFixture, type Traveller } from './ticket-fixture.ts';
import { findTicket, insertEvents } from './ticket-store.ts';
import { transferTicket } from './transfer-ticket.ts';
import { useTicket } from './use-ticket.ts';
import { resultAnswer, verifyPassage } from './verify-passage.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
/** Days of use, and how many journeys there are in it. */
const PRODUCTS = {
  'haruka-kix-kyoto': [1, 1],
  'haruka-round-kyoto': [14, 2],
  'kansai-pass-2day': [2, Infinity],
  'city-day-qr': [1, Infinity],
} as const;
type ProductId = keyof typeof PRODUCTS;
const TRAVELLERS = 3;

const who = fc.nat(TRAVELLERS - 1);
const step = fc.oneof(
  fc.record({
    do: fc.constantFrom('bind', 'use', 'enter', 'exit', 'enter', 'exit'),
    who: fc.constant('owner'),
  }),
  fc.record({ do: fc.constantFrom('bind', 'use', 'enter', 'exit'), who }),
  fc.record({ do: fc.constant('cancel'), who: fc.option(who), pick: fc.nat(3) }),
  fc.record({ do: fc.constant('transfer'), who: fc.option(who), to: who }),
  fc.record({ do: fc.constantFrom('suspend', 'resume', 'resume') }),
  fc.record({ do: fc.constant('refund') }),
  fc.record({
    do: fc.constant('wait'),
    ms: fc.constantFrom(SECOND, 299_999, 300_000, HOUR, 15 * HOUR - 1, DAY),
  }),
);
type Step = { do: string; who?: number | 'owner' | null; to?: number; pick?: number; ms?: number };

/** The last millisecond of the day in Tokyo that is `days` after the one of `now`. */
const endOf = (now: number, days: number) =>
  (Math.floor((now + 9 * HOUR) / DAY) + days + 1) * DAY - 9 * HOUR - 1;

/** What a ticket is, told without any of the code under test. */
class Model {
  owner: number | null = null;
  status: TicketStatus = 'unbound';
  before: TicketStatus = 'unbound';
  inside = false;
  exits = 0;
  /** The owner's own history, the newest first. */
  codes: number[] = [];
  records: { id: string; way: 'in' | 'out'; state: string; until: number }[] = [];
  ends: number;
  constructor(
    readonly product: ProductId,
    start: number,
  ) {
    this.ends = endOf(start, 2);
  }
  get closed() {
    return !['unbound', 'bound', 'inUse'].includes(this.status);
  }
  expired(now: number) {
    return this.closed || now > this.ends;
  }
  refusal(now: number): string | null {
    if (this.status === 'suspended') return 'TKT-0007';
    if (this.closed || this.status === 'unbound') return 'TKT-0006';
    return this.expired(now) ? 'TKT-0005' : null;
  }
  bind(actor: number, now: number): string {
    if (this.owner !== null) return this.owner === actor ? 'TKT-0004' : 'TKT-0003';
    if (this.closed) return this.status === 'suspended' ? 'TKT-0007' : 'TKT-0006';
    if (now > this.ends) return 'TKT-0005';
    [this.owner, this.status] = [actor, 'bound'];
    return 'OK';
  }
  use(actor: number, now: number): string {
    if (this.owner !== actor) return 'TKT-0001';
    const refusal = this.refusal(now);
    if (refusal !== null || this.status !== 'bound') return refusal ?? 'TKT-0006';
    this.status = 'inUse';
    this.ends = endOf(now, PRODUCTS[this.product][0] - 1);
    return 'OK';
  }
  pass(actor: number, way: 'in' | 'out', now: number): string {
    if (this.owner !== actor) return 'TKT-0001';
    const refusal = this.refusal(now);
    if (refusal !== null || this.status !== 'inUse') return refusal ?? 'TKT-0006';
    if (this.inside === (way === 'in')) return way === 'in' ? 'TKT-0008' : 'TKT-0009';
    this.inside = way === 'in';
    this.codes.unshift(way === 'in' ? 35 : 36);
    if (way === 'out') {
      for (const record of this.records)
        if (record.way === 'in' && record.state === 'open') record.state = 'passed';
      this.exits += 1;
      if (this.exits >= PRODUCTS[this.product][1]) this.status = 'used';
    }
    return 'OK';
  }
  cancel(actor: number, record: Model['records'][number]): string {
    if (this.owner !== actor) return 'TKT-0001';
    if (record.way === 'out' || record.state !== 'open') return 'TKT-0009';
    record.state = 'cancelled';
    this.inside = false;
    this.codes.unshift(34);
    return 'OK';
  }
  transfer(actor: number, to: number, now: number): string {
    if (this.owner !== actor) return 'TKT-0001';
    if (this.closed) return this.status === 'suspended' ? 'TKT-0007' : 'TKT-0013';
    if (this.expired(now)) return 'TKT-0005';
    if (this.inside) return 'TKT-0008';
    if (actor === to) return 'TKT-0015';
    [this.owner, this.codes] = [to, []];
    return 'OK';
  }
}

let fixture: TicketFixture;
let travellers: Traveller[];
beforeAll(async () => {
  fixture = await openTicketApp();
  travellers = [];
  for (let i = 0; i < TRAVELLERS; i += 1) travellers.push(await fixture.traveller(`traveller${i}`));
});
afterAll(() => fixture.close());

/** The code of what the work answers, and what it gave. */
async function run<T>(
  work: (trx: Trx) => Promise<T | AppError>,
): Promise<{ code: string; value: T | undefined }> {
  try {
    const value = await inTransaction(fixture.deps.db, work);
    return value instanceof AppError ? { code: value.code, value: undefined } : { code: 'OK', value };
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, value: undefined };
    throw error;
  }
}

/** What the desk will do: a guarded change and its event. */
async function move(
  ticketId: string,
  change: 'suspend' | 'resume' | 'refund',
  from: TicketStatus,
  to: TicketStatus,
) {
  await inTransaction(fixture.deps.db, async (trx) => {
    const set = { status: to, ...(change === 'suspend' ? { status_before_suspend: from } : {}) };
    const done = trx
      .updateTable('ticket')
      .set(set)
      .where('ticket_id', '=', ticketId)
      .where('status', '=', from);
    expect((await done.executeTakeFirst()).numUpdatedRows).toBe(1n);
    const event = { ticket_id: ticketId, kind: change, from_status: from, to_status: to, actor: 'staff:s1' };
    await insertEvents(trx, [{ ...event, at: new Date(fixture.deps.clock()), detail: null }]);
  });
}

describe('a ticket against an independent model', () => {
  it('agrees after each step of any life, also where the clock moves past its end', async () => {
    const { deps } = fixture;
    const start = deps.clock();
    const stations = { deps, stationsOf: coveredStations(deps.operator) };
    const accountOf = (index: number) => travellers[index]?.accountId ?? '';
    const lives = fc.record({
      product: fc.constantFrom(...(Object.keys(PRODUCTS) as ProductId[])),
      steps: fc.array(step as fc.Arbitrary<Step>, { minLength: 8, maxLength: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(lives, async ({ product, steps }) => {
        deps.advance(start - deps.clock());
        const [issued] = await fixture.issue(product, 1, { useExpireDate: '2026-04-03' });
        if (!issued) throw new Error('nothing issued');
        const { ticketId, link } = issued;
        const model = new Model(product, start);

        const apply = async (s: Step) => {
          const actor = typeof s.who === 'number' ? s.who : (model.owner ?? 0);
          const [accountId, now] = [accountOf(actor), deps.clock()];
          if (s.do === 'wait') return deps.advance(s.ms ?? 0);
          if (s.do === 'bind') {
            const bind = { accountId, address: '::1', typed: { link }, preview: false };
            const { code } = await run((trx) => bindTickets(trx, bind, now));
            return expect(code).toBe(model.bind(actor, now));
          }
          if (s.do === 'use') {
            const { code } = await run((trx) => useTicket(trx, accountId, ticketId, now));
            return expect(code).toBe(model.use(actor, now));
          }
          if (s.do === 'enter' || s.do === 'exit') {
            const direction = s.do === 'enter' ? 'in' : 'out';
            const passage = { accountId, ticketId, stationId: 'kyoto', direction, method: 'manual' } as const;
            const wish = { ...passage, checked: [...CHECKLIST] };
            const { code, value } = await run((trx) => verifyPassage(trx, stations, wish, now));
            expect(code).toBe(model.pass(actor, direction, now));
            if (value)
              model.records.push({ id: value.recordId, way: direction, state: 'open', until: now + 300_000 });
            return undefined;
          }
          if (s.do === 'cancel') {
            const record = model.records.at(-1 - (s.pick ?? 0));
            if (!record) return undefined;
            const { code } = await run((trx) => cancelEntry(trx, accountId, record.id, now));
            return expect(code).toBe(model.cancel(actor, record));
          }
          if (s.do === 'transfer') {
            const to = s.to ?? 0;
            const email = travellers[to]?.email ?? '';
            const wish = { accountId, ticketId, email, emailRepeat: email, password: PASSWORD };
            const { code } = await run((trx) => transferTicket(trx, deps.keys, wish, now));
            return expect(code).toBe(model.transfer(actor, to, now));
          }
          const from = model.status;
          if (s.do === 'resume' ? from !== 'suspended' : model.closed) return undefined;
          if (s.do === 'suspend') model.before = from;
          model.status = s.do === 'suspend' ? 'suspended' : s.do === 'resume' ? model.before : 'refunded';
          return move(ticketId, s.do as 'suspend' | 'resume' | 'refund', from, model.status);
        };

        const agree = async () => {
          const now = deps.clock();
          for (const [index, { accountId }] of travellers.entries()) {
            const view = await findTicket(deps.db, accountId, ticketId);
            expect(view !== undefined).toBe(model.owner === index);
            if (!view) continue;
            const summary = summaryAnswer(view, now);
            expect([summary.status, summary.entry !== null, summary.expired]).toEqual([
              model.status,
              model.inside,
              model.expired(now),
            ]);
            const page = ticketAnswer(view, { sections: [], reservations: [] }, now);
            expect(page.transferable).toBe(!model.expired(now) && !model.inside);
            const history = await readHistory(deps.db, deps.operator, ticketId, { site: 'all' });
            expect(history.items.map((item) => item.code)).toEqual(model.codes.slice(0, 20));
            for (const record of model.records) {
              const entry = await findEntry(deps.db, accountId, record.id);
              const shown = record.state === 'open' && now >= record.until ? 'expired' : record.state;
              expect(entry && resultAnswer(entry, now).state).toBe(shown);
            }
          }
        };

        for (const s of steps) {
          await apply(s);
          await agree();
        }
        const events = await deps.db
          .selectFrom('ticket_event')
          .select(['from_status', 'to_status'])
          .where('ticket_id', '=', ticketId)
          .where('to_status', 'is not', null)
          .orderBy('event_id')
          .execute();
        for (const [index, event] of events.entries())
          expect(event.from_status).toBe(events[index - 1]?.to_status ?? null);
        expect(events.at(-1)?.to_status).toBe(model.status);
      }),
      { numRuns: 50 },
    );
  }, 240_000);
});
