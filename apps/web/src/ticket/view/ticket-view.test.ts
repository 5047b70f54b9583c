// What a ticket offers follows its status and the clock; the code's slots are the same on every phone.
import { TICKET_STATUSES, type TicketSummary } from '@kippu/contract/ticket';
import { STATE_OF } from '@kippu/domain/ticket-life';
import { describe, expect, test } from 'vitest';
import { slotAt } from './code-moment.ts';
import { loadMessages } from '../i18n/messages.ts';
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

test('a voucher is exchanged by its date, any other ticket is used by it', async () => {
  const { ticket: words } = await loadMessages('en');
  expect(dateLine(ticket({ kind: 'voucher' }), words, 'en')).toBe('Exchange by Thu\u00a031\u00a0Dec');
  expect(dateLine(ticket({}), words, 'en')).toBe('Use by Thu\u00a031\u00a0Dec');
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

test('use is offered on a bound ticket alone, a code on one in use, and nothing on what is over', () => {
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

test('a ticket that only time has ended is expired; one the desk has closed says so', () => {
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

test('what ends while it is looked at offers nothing from the first second after its last', () => {
  const pass = ticket({
    status: 'inUse',
    ticketState: 20,
    abtExpireDate: '2026-11-29 23:59:59',
    reservable: true,
  });
  const end = Date.parse('2026-11-30T00:00:00+09:00');
  expect(actionOf(asOf(pass, end - 1))).toBe('code');
  const over = asOf(pass, end);
  expect(labelOf(over)).toBe('expired');
  expect(actionOf(over)).toBe('open');
  expect(asOf(ticket({ reservable: true }), end)).toMatchObject({ expired: false, reservable: true });
});
