// The actions of a ticket follow its status and the clock; code slots are the same on every phone.
import { TICKET_STATUSES } from '@kippu/contract/values';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { STATE_OF } from '@kippu/domain/ticket/life';
import { describe, expect, test } from 'vitest';
import { slotAt } from '../show-code/code-moment.ts';
import { loadMessages } from '@kippu/words/load-messages';
import { actionOf, asOf, dateLine, isUsable, journeysOf, labelOf, showsCode } from './ticket-view.ts';

const ticket = (change: Partial<TicketSummary>): TicketSummary => ({
  ticketId: 't',
  ticketNo: '123456789012',
  productId: 'p',
  productNameCn: '',
  productNameEn: 'Ticket',
  productNameJp: 'きっぷ',
  productNameTC: '',
  productNameKr: '',
  kind: 'qr',
  status: 'bound',
  ticketState: 10,
  passengerCategory: 'adult',
  useExpireDate: '2026-12-31',
  expired: false,
  reservedNum: 0,
  reservable: false,
  entry: null,
  ...change,
});

test('the date of a voucher is the last day to exchange it, of any other ticket the last day to use it', async () => {
  const { ticket: words } = await loadMessages('en');
  expect(dateLine(ticket({ kind: 'voucher' }), words, 'en')).toBe('Exchange by Thu\u00a031\u00a0Dec');
  expect(dateLine(ticket({}), words, 'en')).toBe('Start by Thu\u00a031\u00a0Dec');
});

describe('the one action', () => {
  test.each([
    [{ status: 'inUse' }, 'code'],
    [{ status: 'inUse', reservable: true }, 'code'],
    [{ status: 'bound', reservable: true }, 'reserve'],
    [{ status: 'bound' }, 'use'],
    [{ kind: 'voucher', status: 'bound' }, 'open'],
    [{ kind: 'voucher', status: 'inUse' }, 'open'],
    [{ status: 'inUse', expired: true }, 'open'],
    [{ status: 'suspended', expired: true }, 'open'],
  ] as const)('%o: %s', (change, action) => expect(actionOf(ticket(change))).toBe(action));
});

test('only a bound ticket offers use, only one in use a code, and an ended ticket nothing', () => {
  for (const status of TICKET_STATUSES)
    for (const expired of [false, true]) {
      const each = ticket({ status, ticketState: STATE_OF[status], expired });
      const offered = expired
        ? undefined
        : new Map([
            ['bound', 'use'],
            ['inUse', 'code'],
          ]).get(status);
      expect(actionOf(each), `${status} ${expired}`).toBe(offered ?? 'open');
      expect([isUsable(each), showsCode(each)]).toEqual([offered === 'use', offered === 'code']);
    }
});

test('a ticket that ended by time is expired; one closed by the desk says so', () => {
  expect(labelOf({ status: 'bound', expired: true })).toBe('expired');
  expect(labelOf({ status: 'inUse', expired: true })).toBe('expired');
  expect(labelOf({ status: 'refunded', expired: true })).toBe('refunded');
  expect(labelOf({ status: 'inUse', expired: false })).toBe('inUse');
});

test('no code is shown before use, after the end, or for a voucher', () => {
  expect(showsCode(ticket({ status: 'bound' }))).toBe(false);
  expect(showsCode(ticket({ status: 'inUse', expired: true }))).toBe(false);
  expect(showsCode(ticket({ kind: 'voucher', status: 'inUse' }))).toBe(false);
});

test('there and back is one journey', () => {
  const station = (stationId: string) => ({ stationId });
  const sections = [
    { from: station('a'), to: station('b'), direction: 'inbound' },
    { from: station('b'), to: station('a'), direction: 'outbound' },
  ] as unknown as Parameters<typeof journeysOf>[0]['sections'];
  expect(journeysOf({ sections })).toHaveLength(1);
});

test('slots last 15 seconds and count down from 15 to 1', () => {
  expect(slotAt(0)).toEqual({ slot: 0, secondsLeft: 15, share: 1 });
  expect(slotAt(14_999)).toMatchObject({ slot: 0, secondsLeft: 1 });
  expect(slotAt(15_000)).toMatchObject({ slot: 1, secondsLeft: 15 });
});

test('a ticket that ends on the open screen offers only its exit, from the next second and for four hours', async () => {
  const { ticket: words } = await loadMessages('en');
  const pass = ticket({
    status: 'inUse',
    ticketState: 20,
    abtExpireDate: '2026-11-29 23:59:59',
    reservable: true,
  });
  const end = Date.parse('2026-11-30T00:00:00+09:00');
  expect(actionOf(asOf(pass, end - 1))).toBe('code');
  // The phone does not know whether there was an entry; the gate does.
  const leaving = asOf(pass, end);
  expect([labelOf(leaving), actionOf(leaving), leaving.reservable]).toEqual(['inUse', 'code', false]);
  expect(dateLine(leaving, words, 'en')).toBe('Exit until 04:00');
  const exitEnd = end + 4 * 3_600_000;
  expect(actionOf(asOf(pass, exitEnd - 1))).toBe('code');
  for (const over of [
    asOf(pass, exitEnd),
    asOf(leaving, exitEnd),
    // The server has reported that nobody is inside; a museum has no exit.
    asOf({ ...pass, expired: true }, end),
    asOf({ ...pass, kind: 'eticket' }, end),
  ]) {
    expect(labelOf(over)).toBe('expired');
    expect(actionOf(over)).toBe('open');
    expect(over.exitUntil).toBeUndefined();
  }
  const inside = { ...pass, expired: true, exitUntil: '2026-11-30 03:59:59' };
  expect(actionOf(asOf(inside, end + 1))).toBe('code');
  expect(asOf(ticket({ reservable: true }), end)).toMatchObject({ expired: false, reservable: true });
});
