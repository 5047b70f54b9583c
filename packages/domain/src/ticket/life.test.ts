// The statuses of a ticket: no way back, expiry to the second, reservations left.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KIND_USES, type KindUse } from '@kippu/contract/page-settings';
import { TICKET_STATUSES } from '@kippu/contract/values';
import type { TripType } from '@kippu/contract/calls/traveller/ticket';
import { wallToEpoch as at } from '../time/service-day.ts';
import { isUsedUpByExit } from './entries.ts';
import {
  STATE_OF,
  TRANSITIONS,
  expiryOnActivation,
  isExpired,
  nextStatus,
  refusalOfState,
  reservationsLeft,
  type TicketEvent,
} from './life.ts';

const EVENTS: TicketEvent[] = [
  'bind',
  'use',
  'finish',
  'reopen',
  'transfer',
  'suspend',
  'resume',
  'refund',
  'void',
  'disuse',
  'reissue',
];

const USES: [KindUse, TripType?][] = KIND_USES.flatMap((use): [KindUse, TripType?][] =>
  use === 'journeys'
    ? [
        [use, 10],
        [use, 11],
        [use, 20],
      ]
    : [[use]],
);

/** Writes a Markdown table, its columns as wide as their longest cell. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) =>
    Math.max(3, cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

describe('transitions', () => {
  it('follow the normal way once', () => {
    expect(nextStatus('unbound', 'bind')).toEqual({ ok: true, status: 'bound' });
    expect(nextStatus('bound', 'bind')).toEqual({ ok: false, code: 'TKT-0006' });
    expect(nextStatus('bound', 'use')).toEqual({ ok: true, status: 'inUse' });
    expect(nextStatus('inUse', 'use')).toEqual({ ok: false, code: 'TKT-0006' });
    expect(nextStatus('inUse', 'finish')).toEqual({ ok: true, status: 'used' });
    expect(nextStatus('suspended', 'use')).toEqual({ ok: false, code: 'TKT-0007' });
    expect(nextStatus('suspended', 'resume', 'inUse')).toEqual({ ok: true, status: 'inUse' });
  });

  it('reopen a used ticket as it was', () => {
    expect(nextStatus('used', 'reopen', 'inUse')).toEqual({ ok: true, status: 'inUse' });
    expect(nextStatus('used', 'reopen', 'bound')).toEqual({ ok: true, status: 'bound' });
    expect(nextStatus('inUse', 'reopen')).toEqual({ ok: false, code: 'TKT-0006' });
  });

  it('never lower the state, except by a resume and a reopening', () => {
    for (const status of TICKET_STATUSES)
      for (const event of EVENTS) {
        const next = nextStatus(status, event);
        if (next.ok && event !== 'resume' && event !== 'reopen')
          expect(STATE_OF[next.status], `${status} ${event}`).toBeGreaterThanOrEqual(STATE_OF[status]);
      }
  });

  it('never leave a final status', () => {
    for (const end of ['refunded', 'void', 'disused', 'reissued'] as const)
      expect(TRANSITIONS[end]).toEqual({});
    expect(Object.keys(TRANSITIONS.used)).toEqual(['reopen']);
  });

  it('match docs/ticket-life.md', async () => {
    const page = `# A ticket's life

Every status of a ticket, its number on the wire, and which status each event leads to. An empty cell is refused:
\`TKT-0007\` while suspended, \`TKT-0006\` otherwise, and \`TKT-0013\` for the transfer of a closed ticket. Server, web and this page use the table in
\`packages/domain/src/ticket/life.ts\`; a test writes this page (\`npx vitest run packages/domain/src/ticket/life.test.ts -u\`).

${tableOf(
  ['status', 'state', ...EVENTS],
  TICKET_STATUSES.map((status) => [
    `\`${status}\``,
    String(STATE_OF[status]),
    ...EVENTS.map((event) => TRANSITIONS[status][event]?.replace('asBefore', 'as before') ?? ''),
  ]),
)}

A used ticket is reopened when the gate whose passages used it up is closed as of an earlier time, and only if its journeys are not over
without them ([decision 062](decisions/062-set-aside-status.md)); or when a gate's late report shows that its traveller is inside and needs it to leave
([decision 065](decisions/065-one-ticket-one-person.md)). Nobody reopens it by hand. A report never ends a ticket while its traveller is inside.

Expiry is not a status. It follows from the railway's clock: state 10 after \`useExpireDate\`, 20 after \`abtExpireDate\`,
30 always. The last second is still valid.

A ticket that entered before it expired, and has not left yet, may leave for four hours after that: at gates, and by
verification at a station. \`exitUntil\` names the last second. It cannot enter again.

A traveller may verify an entry at a station beside a gate. What a gate reports decides, whenever it arrives:

- A verification in the same second as the passage, or up to seven minutes before it at the same station, belongs to it. One at another station or longer before may be a
  second person's: other gates refuse the ticket as \`used\`, and a passage at a gate that did not know it becomes the conflict \`sameDirection\`.
- A verification in a later second belongs to the passage too, and the passage becomes the conflict \`sameDirection\`: the server refuses such a verification
  (\`TKT-0008\`, an exit \`TKT-0009\`) when it knows the passage.
- An entry through a gate cannot be cancelled. Cancelling the verification beside it is refused (\`TKT-0009\`) once the gate has reported; before that it
  takes back the verification only.
- A transfer and a reissue are refused inside a station (\`TKT-0008\`). If the gate reports the entry later, the desk has the conflict \`changedHands\`, or \`formerOwner\`
  where the passage is a former owner's: of this ticket, or of the number that it replaced. It counts once that owner has the ticket again.
- A passage before a refund, a voiding or a disuse, of the ticket or of one that replaced it, that is reported after it becomes the conflict \`beforeRefund\`; one by hand of a ticket that no traveller had added \`noTraveller\`.

How many journeys and seats a ticket has:

${tableOf(
  ['use of the kind', 'tripType', 'journeys', 'seats'],
  USES.map(([use, tripType]) => [
    `\`${use}\``,
    tripType === undefined ? '' : String(tripType),
    use === 'exchange'
      ? 'none: exchanged once'
      : isUsedUpByExit({ tripType }, 0)
        ? '1'
        : isUsedUpByExit({ tripType }, 1)
          ? '2'
          : 'any, until its end',
    tripType === undefined ? "the product's number" : String(reservationsLeft({ tripType, reservedNum: 0 })),
  ]),
)}
`;
    await expect(page).toMatchFileSnapshot('../../../../docs/ticket-life.md');
  });

  it('use a ticket at most once in any sequence of events', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 40 }), (events) => {
        let status: (typeof TICKET_STATUSES)[number] = 'unbound';
        let before: 'unbound' | 'bound' | 'inUse' = 'unbound';
        let uses = 0;
        for (const event of events) {
          const next = nextStatus(status, event, before);
          if (!next.ok) continue;
          if (event === 'use') uses += 1;
          if (status === 'unbound' || status === 'bound' || status === 'inUse') before = status;
          status = next.status;
        }
        expect(uses).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('expiry', () => {
  it('comes after the last second of the last day', () => {
    const ticket = { ticketState: 10, useExpireDate: '2026-12-31' } as const;
    expect(isExpired(ticket, at('2026-12-31 23:59:59') + 999)).toBe(false);
    expect(isExpired(ticket, at('2027-01-01 00:00:00'))).toBe(true);
  });

  it('follows abtExpireDate once in use; a closed ticket always counts as expired', () => {
    const inUse = {
      ticketState: 20,
      useExpireDate: '2026-01-01',
      abtExpireDate: '2028-02-29 23:59:59',
    } as const;
    expect(isExpired(inUse, at('2028-02-29 23:59:59'))).toBe(false);
    expect(isExpired(inUse, at('2028-03-01 00:00:00'))).toBe(true);
    expect(isExpired({ ...inUse, abtExpireDate: null }, at('2026-01-02 00:00:00'))).toBe(true);
    // An end that a desk set before the activation does not count yet.
    expect(isExpired({ ...inUse, ticketState: 10 }, at('2026-01-02 00:00:00'))).toBe(true);
    expect(isExpired({ ticketState: 30, useExpireDate: '2999-01-01' }, 0)).toBe(true);
  });

  it('ends a two-day ticket at 23:59:59 of the second day in Tokyo', () => {
    expect(expiryOnActivation(at('2028-02-28 00:00:00'), 2)).toBe('2028-02-29 23:59:59');
    expect(expiryOnActivation(at('2028-02-28 23:59:59'), 2)).toBe('2028-02-29 23:59:59');
    expect(expiryOnActivation(at('2026-12-31 23:59:59'), 2)).toBe('2027-01-01 23:59:59');
    expect(expiryOnActivation(at('2027-04-30 12:00:00'), 1)).toBe('2027-04-30 23:59:59');
    for (const days of [0, -1, 1.5]) expect(() => expiryOnActivation(0, days)).toThrow(RangeError);
  });

  it('has its own refusal, apart from suspended and closed', () => {
    const now = at('2026-06-01 00:00:00');
    const ticket = (status: 'bound' | 'unbound' | 'suspended' | 'used', useExpireDate: string) => ({
      status,
      ticketState: STATE_OF[status],
      useExpireDate,
    });
    expect(refusalOfState(ticket('bound', '2026-06-01'), now)).toBeNull();
    expect(refusalOfState(ticket('bound', '2026-05-31'), now)).toEqual({ ok: false, code: 'TKT-0005' });
    expect(refusalOfState(ticket('suspended', '2026-05-31'), now)).toEqual({ ok: false, code: 'TKT-0007' });
    expect(refusalOfState(ticket('used', '2026-06-01'), now)).toEqual({ ok: false, code: 'TKT-0006' });
    expect(refusalOfState(ticket('unbound', '2026-06-01'), now)).toEqual({ ok: false, code: 'TKT-0006' });
  });
});

describe('reservationsLeft', () => {
  it.each([
    [{ kind: 'haruka', tripType: 10, reservedNum: 0 }, 1],
    [{ kind: 'haruka', tripType: 11, reservedNum: 1 }, 0],
    [{ kind: 'haruka', tripType: 20, reservedNum: 1 }, 1],
    [{ kind: 'haruka', tripType: 20, reservedNum: 3 }, 0],
    [{ kind: 'pass', reservedNum: 1, productReservations: 2 }, 1],
    [{ kind: 'qr', reservedNum: 0 }, 0],
    [{ kind: 'haruka', tripType: 10, reservedNum: 0, productReservations: 0 }, 0],
  ] as const)('%j leaves %i', (ticket, left) => expect(reservationsLeft(ticket)).toBe(left));
});
