// Random ticket lives against an independent model: after each step both must agree for every account.
import { byTimetable } from '../platform/live/late-trains.ts';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECKLIST } from '@kippu/contract/values';
import { epochToWall } from '@kippu/domain/time/service-day';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { hashToken, randomToken } from '../session/session.ts';
import { TEST_DESK_KEY } from '../../test/app-context.ts';
import { runsOf } from '../../test/long-tests.ts';
import { giveOrderSeats } from '../reservation/store/move-seats-store.ts';
import { bindTickets } from './bind/bind-tickets.ts';
import { cancelEntry } from './entry/cancel-entry.ts';
import { recomputeAfterAct } from '../gate/passages/recompute-tickets.ts';
import { DAY, HOUR, ModelTicket, PRODUCTS, SECOND, type ProductId } from '../../test/ticket/ticket-model.ts';
import { readHistory } from './history/read-history.ts';
import { summaryAnswer, ticketAnswer } from './record/ticket-answer.ts';
import { findEntry } from './entry/ticket-entry-store.ts';
import { openTicketApp, PASSWORD, type TicketFixture, type TestUser } from '../../test/ticket/ticket.ts';
import { statusAfterStory } from '../../test/ticket/ticket-story.ts';
import { findTicket } from './record/ticket-store.ts';
import { checkTransfer, transferTickets } from '../transfer/transfer-ticket.ts';
import { checkLink, sendLink } from '../transfer/send-link.ts';
import { findLinkIn, takeByLink } from '../transfer/take-by-link.ts';
import { newLinkToken } from './issue/ticket-link.ts';
import { useTicket } from './bind/use-ticket.ts';
import { resultAnswer, verifyPassage } from './entry/verify-passage.ts';

const TRAVELLERS = 3;

const who = fc.nat(TRAVELLERS - 1);
const step = fc.oneof(
  {
    weight: 24,
    arbitrary: fc.record({
      do: fc.constantFrom('bind', 'use', 'enter', 'exit', 'enter', 'exit'),
      who: fc.constant('owner'),
      place: fc.nat(2),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('bind', 'use', 'enter', 'exit'), who }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('cancel'), who: fc.option(who, { freq: 4 }), pick: fc.nat(2) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('transfer'), who: fc.option(who, { freq: 1 }), to: who }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sendLink'), who: fc.constant('owner') }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('take'), who, pick: fc.nat(1) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('forceExit', 'forceUse') }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('suspend', 'resume', 'resume', 'resume') }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('refund', 'wait', 'wait'), ms: fc.constant(DAY) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      ms: fc.constantFrom(SECOND, 299_999, 300_000, HOUR, 15 * HOUR - 1),
    }),
  },
);
type Step = {
  do: string;
  who?: number | 'owner' | null;
  to?: number;
  pick?: number;
  ms?: number;
  place?: number;
};
const STATIONS = ['tennoji', 'osaka', 'shin-osaka'] as const;

/** A fixed life that meets every answer, so that the coverage does not depend on the seeds of the random lives. */
const FULL_LIFE: { product: ProductId; lived: ['bind', 'use']; steps: Step[] } = {
  product: 'kansai-pass-2day',
  lived: ['bind', 'use'],
  steps: [
    { do: 'bind', who: 1 },
    { do: 'bind' },
    { do: 'use' },
    { do: 'exit' },
    { do: 'exit', who: 1 },
    { do: 'enter' },
    { do: 'enter' },
    { do: 'transfer', to: 1 },
    { do: 'cancel' },
    { do: 'cancel' },
    { do: 'enter' },
    { do: 'forceExit' },
    { do: 'exit' },
    { do: 'enter' },
    { do: 'enter', place: 1 },
    { do: 'exit', place: 1 },
    { do: 'exit', place: 2 },
    { do: 'forceUse' },
    { do: 'suspend' },
    { do: 'enter' },
    { do: 'suspend' },
    { do: 'resume' },
    { do: 'resume' },
    { do: 'transfer', to: 0 },
    { do: 'sendLink', who: 'owner' },
    { do: 'take', who: 0, pick: 0 },
    { do: 'take', who: 2, pick: 0 },
    { do: 'take', who: 2, pick: 0 },
    { do: 'sendLink', who: 'owner' },
    { do: 'transfer', to: 1 },
    { do: 'take', who: 2, pick: 0 },
    { do: 'wait', ms: DAY },
    { do: 'wait', ms: DAY },
    { do: 'enter' },
    { do: 'refund' },
    { do: 'refund' },
  ],
};

/** An exit that is still shown is not over because a later entry is cancelled. */
const CANCELLED_AFTER_EXIT: { product: ProductId; lived: ['bind', 'use']; steps: Step[] } = {
  product: 'haruka-round-kyoto',
  lived: ['bind', 'use'],
  steps: [
    { do: 'enter', who: 'owner', place: 0 },
    { do: 'wait', ms: 53_999_999 },
    { do: 'exit', who: 'owner', place: 1 },
    { do: 'enter', who: 'owner', place: 0 },
    { do: 'cancel', who: null, pick: 0 },
  ],
};

/** A passage that staff record closes what is shown of all earlier verifications. */
const FORCED_AFTER_EXIT: { product: ProductId; lived: ['bind', 'use']; steps: Step[] } = {
  product: 'city-day-qr',
  lived: ['bind', 'use'],
  steps: [
    { do: 'enter', who: 'owner', place: 0 },
    { do: 'exit', who: 'owner', place: 1 },
    { do: 'enter', who: 'owner', place: 2 },
    { do: 'forceExit' },
    { do: 'wait', ms: SECOND },
  ],
};

/** An exit stays shown when its ticket changes hands. */
const CANCELLED_BY_RECEIVER: { product: ProductId; lived: ['bind', 'use']; steps: Step[] } = {
  product: 'kansai-pass-2day',
  lived: ['bind', 'use'],
  steps: [
    { do: 'enter', who: 'owner', place: 2 },
    { do: 'exit', who: 'owner', place: 1 },
    { do: 'transfer', who: 'owner', to: 1 },
    { do: 'enter', who: 'owner', place: 0 },
    { do: 'cancel', who: null, pick: 0 },
    { do: 'transfer', who: 'owner', to: 0 },
    { do: 'forceUse' },
  ],
};

let fixture: TicketFixture;
let travellers: TestUser[];
beforeAll(async () => {
  fixture = await openTicketApp();
  travellers = [];
  for (let i = 0; i < TRAVELLERS; i += 1) travellers.push(await fixture.traveller(`traveller${i}`));
});
afterAll(() => fixture.close());

let gates = 0;

/** Adds a gate. Returns its Authorization header. */
async function addGate(): Promise<string> {
  gates += 1;
  const key = randomToken();
  await fixture.deps.db
    .insertInto('gate')
    .values({
      gate_id: randomUUID(),
      station_id: 'tennoji',
      direction: 'both',
      inspects: false,
      key_hash: hashToken(key),
      public_key: null,
      answer_key: null,
      enrolled_at: new Date(fixture.deps.clock()),
      heard_at: null,
      closed_at: null,
      counts_until: null,
    })
    .execute();
  return `Gate ${key}`;
}

/** Returns the error code of the work's answer, and its result. */
async function attempt<T>(
  work: () => Promise<T | AppError>,
): Promise<{ code: string; value: T | undefined }> {
  try {
    const value = await work();
    return value instanceof AppError ? { code: value.code, value: undefined } : { code: 'OK', value };
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, value: undefined };
    throw error;
  }
}

/** The same for work in one transaction. */
const run = <T>(work: (trx: Trx) => Promise<T | AppError>) =>
  attempt(() => inTransaction(fixture.deps.db, work));

/** Changes the ticket through the desk's call. Returns the answer's code and the status in it. */
async function change(ticketId: string, action: string): Promise<{ code: string; status?: string }> {
  const tickets = fixture.deps.db.selectFrom('ticket').select('ticket_no').where('ticket_id', '=', ticketId);
  const { ticket_no: ticketNo } = await tickets.executeTakeFirstOrThrow();
  const headers = { authorization: `ApiKey ${TEST_DESK_KEY}` };
  const seen = await fixture.app.inject({ url: '/desk/ticket', query: { ticketNo }, headers });
  const { version } = seen.json().data;
  const payload = { ticketId, action, reason: 'the model', seen: { version } };
  const answer = await fixture.app.inject({ method: 'POST', url: '/desk/tickets/change', payload, headers });
  const { code, data } = answer.json();
  return { code, status: data?.status };
}

/** Staff record an act at the gate of this Authorization header. Each act has its own second, since gates report whole seconds. */
async function force(gate: string, ticketId: string, code: 37 | 38) {
  const { deps } = fixture;
  deps.advance(SECOND);
  const at = epochToWall(deps.clock());
  const event = { eventId: randomUUID(), ticketId, code, at, certificate: '', reason: 'reader broken' };
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/gate/events',
    payload: { events: [event] },
    headers: { authorization: gate },
    // Each gate has its own address: a limit counts the first calls of new gates at one address.
    remoteAddress: `10.0.${(gates >> 8) % 256}.${gates % 256}`,
  });
  deps.advance(SECOND);
  expect(answer.json().data).toEqual([{ eventId: event.eventId, verdict: 'accepted' }]);
}

describe('a ticket against an independent model', () => {
  it('agrees after each step of any life, even where the clock moves past its end', async () => {
    const { deps } = fixture;
    const start = deps.clock();
    const seen = new Set<string>();
    const accountOf = (index: number) => travellers[index]?.accountId ?? '';
    const lives = fc.record({
      product: fc.constantFrom(...(Object.keys(PRODUCTS) as ProductId[])),
      lived: fc.constantFrom(['bind', 'use'], ['bind', 'use'], ['bind'], []),
      steps: fc.array(step as fc.Arbitrary<Step>, { minLength: 8, maxLength: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(lives, async ({ product, lived, steps }) => {
        deps.advance(start - deps.clock());
        const [issued] = await fixture.issue(product, 1, { useExpireDate: '2026-04-03' });
        if (!issued) throw new Error('nothing issued');
        const { ticketId, link } = issued;
        const model = new ModelTicket(product, start);
        // A gate has a limit of acts by hand an hour, and all lives are lived in the same days.
        const gate = await addGate();

        const check = (s: Step, code: string, expected: string) => {
          expect(code).toBe(expected);
          seen.add(`${s.do} ${code}`);
        };
        const apply = async (s: Step) => {
          const actor = typeof s.who === 'number' ? s.who : (model.owner ?? 0);
          const [accountId, now] = [accountOf(actor), deps.clock()];
          if (s.do === 'wait') return deps.advance(s.ms ?? 0);
          if (s.do === 'bind') {
            const bind = { accountId, addressMac: 'model', typed: { link }, preview: false };
            const { code } = await run((trx) => bindTickets(trx, bind, giveOrderSeats, now));
            return check(s, code, model.bind(actor, now));
          }
          if (s.do === 'use') {
            const { code } = await run((trx) => useTicket(trx, accountId, ticketId, now));
            return check(s, code, model.use(actor, now));
          }
          if (s.do === 'enter' || s.do === 'exit') {
            const direction = s.do === 'enter' ? 'in' : 'out';
            const station = STATIONS[s.place ?? 0] ?? 'tennoji';
            const passage = { accountId, ticketId, stationId: station, direction, method: 'manual' } as const;
            const input = { ...passage, checked: [...CHECKLIST] };
            const { code, value } = await run((trx) => verifyPassage(trx, deps, input, now));
            check(s, code, model.pass(actor, direction, station, now));
            // Two passages at the same instant have no order.
            deps.advance(SECOND);
            if (value)
              model.records.push({
                id: value.recordId,
                direction,
                state: 'open',
                until: now + 300_000,
                station,
              });
            return undefined;
          }
          if (s.do === 'cancel') {
            const record = model.records.at(-1 - (s.pick ?? 0));
            if (!record) return undefined;
            const { code } = await run((trx) =>
              cancelEntry(
                trx,
                { rules: deps.operator.settings.rules, recompute: recomputeAfterAct },
                { accountId, recordId: record.id },
                now,
              ),
            );
            return check(s, code, model.cancel(actor, record, now));
          }
          if (s.do === 'transfer') {
            const to = s.to ?? 0;
            const email = travellers[to]?.email ?? '';
            const input = {
              accountId,
              ticketIds: [ticketId],
              email,
              emailRepeat: email,
              password: PASSWORD,
              sessionId: accountId,
            };
            const { code } = await attempt(async () => {
              const checked = await checkTransfer(deps.db, input, now);
              return inTransaction(deps.db, (trx) =>
                transferTickets(trx, checked, () => byTimetable(deps.clock())),
              );
            });
            // A ticket changes hands after all passages of the same second.
            deps.advance(SECOND);
            return check(s, code, model.transfer(actor, to, now));
          }
          if (s.do === 'sendLink') {
            const token = newLinkToken();
            const input = { accountId, ticketId, token, password: PASSWORD, sessionId: accountId };
            const { code } = await attempt(async () => {
              const checked = await checkLink(deps.db, { ...input, receiver: undefined }, now);
              return inTransaction(deps.db, (trx) =>
                sendLink(trx, checked, { mac: String, clock: deps.clock }),
              );
            });
            // Nobody has a limit of links in a life of days.
            await deps.db.deleteFrom('attempt').execute();
            return check(s, code, model.sendLink(actor, token, now));
          }
          if (s.do === 'take') {
            const sentBefore = model.links.at(-1 - (s.pick ?? 0));
            if (!sentBefore) return undefined;
            const { code } = await run(async (trx) => {
              const sent = await findLinkIn(trx, sentBefore.token);
              if (!sent) throw new Error('a link is gone');
              return takeByLink(trx, sent, accountId, () => byTimetable(deps.clock()));
            });
            deps.advance(SECOND);
            return check(s, code, model.take(actor, sentBefore, now));
          }
          if (s.do === 'forceExit' || s.do === 'forceUse') {
            const code = s.do === 'forceExit' ? 37 : 38;
            if (!model.force(code)) return undefined;
            seen.add(s.do);
            return force(gate, ticketId, code);
          }
          const { code, status } = await change(ticketId, s.do);
          check(s, code, model.desk(s.do as 'suspend' | 'resume' | 'refund'));
          if (code === 'OK') expect(status).toBe(model.status);
          return undefined;
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
            const page = ticketAnswer(view, { sections: [], reservations: [], givenAt: null }, now);
            expect(page.transferable).toBe(!model.expired(now) && !model.inside);
            const history = await readHistory(deps.db, deps.operator, accountId, { ticketId, site: 'all' });
            expect(history.items.map((item) => item.code)).toEqual(model.codes.slice(0, 20));
            for (const record of model.records) {
              const entry = await findEntry(deps.db, accountId, record.id);
              const shown = record.state === 'open' && now >= record.until ? 'expired' : record.state;
              expect(entry && resultAnswer(entry, null, now).state).toBe(shown);
            }
          }
        };

        for (const s of [...lived.map((each): Step => ({ do: each })), ...steps]) {
          await apply(s);
          await agree();
        }
        expect(await statusAfterStory(deps.db, ticketId)).toBe(model.status);
      }),
      {
        numRuns: runsOf(15, 40),
        examples: [[FULL_LIFE], [CANCELLED_AFTER_EXIT], [FORCED_AFTER_EXIT], [CANCELLED_BY_RECEIVER]],
      },
    );
    // A walk that never got anywhere would agree too.
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'bind OK',
        'use OK',
        'enter OK',
        'exit OK',
        'cancel OK',
        'transfer OK',
        'use TKT-0006',
        'bind TKT-0003',
        'bind TKT-0004',
        'enter TKT-0005',
        'enter TKT-0007',
        'enter TKT-0008',
        'enter TKT-0021',
        'exit TKT-0021',
        'forceExit',
        'forceUse',
        'suspend OK',
        'suspend TKT-0007',
        'resume OK',
        'resume TKT-0006',
        'refund OK',
        'refund TKT-0006',
        'exit TKT-0001',
        'exit TKT-0009',
        'cancel TKT-0009',
        'transfer TKT-0008',
        'transfer TKT-0015',
        'sendLink OK',
        'take OK',
        'take TKT-0004',
        'take TKT-0022',
        'take TKT-0023',
      ]),
    );
  }, 400_000);
});
