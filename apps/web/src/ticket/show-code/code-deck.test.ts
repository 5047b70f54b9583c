// Which tickets are in the deck of codes, in which order, and which one comes next.
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { expect, test } from 'vitest';
import { deckOf, justPassed, mergeDeck, nextToShow } from './code-deck.ts';

const ticket = (ticketId: string, change: Partial<TicketSummary> = {}) =>
  ({
    ticketId,
    productId: 'pass',
    kind: 'pass',
    status: 'inUse',
    expired: false,
    entry: null,
    ...change,
  }) as TicketSummary;
const idsOf = (deck: readonly { ticketId: string }[]) => deck.map(({ ticketId }) => ticketId).join(' ');

test('lists all tickets that show a code, then unused ones of the same product', () => {
  const tickets = [
    ticket('waiting', { status: 'bound' }),
    ticket('a'),
    ticket('voucher', { kind: 'voucher' }),
    ticket('other-waiting', { status: 'bound', productId: 'haruka' }),
    ticket('b', { productId: 'haruka' }),
    ticket('over', { expired: true }),
  ];
  expect(idsOf(deckOf(tickets, 'a'))).toBe('a b waiting');
  expect(idsOf(deckOf(tickets, 'b'))).toBe('a b other-waiting');
});

test('leaves out what travels on another train', () => {
  const tickets = [ticket('a'), ticket('b'), ticket('waiting', { status: 'bound' })];
  expect(idsOf(deckOf(tickets, 'a', new Set(['b'])))).toBe('a waiting');
  expect(idsOf(deckOf(tickets, 'a', new Set(['waiting'])))).toBe('a b');
});

test('includes the opened ticket in any state, even if the list lacks it', () => {
  expect(idsOf(deckOf([ticket('a')], 'gone'))).toBe('gone a');
  expect(idsOf(deckOf([ticket('over', { expired: true })], 'over'))).toBe('over');
  expect(deckOf([], 'x')).toEqual([{ ticketId: 'x', ticket: undefined }]);
});

test('a newer list keeps the order: a used ticket stays in place, new ones come last', () => {
  const before = deckOf([ticket('a'), ticket('b'), ticket('c')], 'b');
  const entry = { stationId: 'kyoto', at: '2026-12-01 12:00:00' };
  const after = mergeDeck(before, deckOf([ticket('d'), ticket('c', { entry }), ticket('b')], 'b'));
  expect(idsOf(after)).toBe('a b c d');
  expect(after[2]?.ticket?.entry).toEqual(entry);
  expect(after[0]?.ticket?.ticketId).toBe('a');
  expect(mergeDeck(before, deckOf([], 'b'))[1]?.ticket).toBeDefined();
});

test('a recent passage is known from the gate, or from the list for half an hour', () => {
  const now = Date.parse('2026-12-01T12:00:00+09:00');
  const entered = (at: string) => ({ ticketId: 'a', ticket: ticket('a', { entry: { stationId: 'x', at } }) });
  expect(justPassed({ ticketId: 'a', ticket: ticket('a') }, undefined, now)).toBeNull();
  expect(justPassed(entered('2026-12-01 11:31:00'), undefined, now)).toBe('in');
  expect(justPassed(entered('2026-12-01 11:29:00'), undefined, now)).toBeNull();
  const news = { direction: 'out', at: '2026-12-01 12:00:00' } as const;
  expect(justPassed(entered('2026-12-01 11:59:00'), news, now)).toBe('out');
  expect(justPassed({ ticketId: 'a', ticket: undefined }, undefined, now)).toBeNull();
});

test('next is the nearest later ticket with a code that has not passed, then the first from the front, then none', () => {
  const deck = deckOf([ticket('a'), ticket('b'), ticket('c'), ticket('w', { status: 'bound' })], 'a');
  const passed =
    (...ids: string[]) =>
    ({ ticketId }: { ticketId: string }) =>
      ids.includes(ticketId);
  expect(nextToShow(deck, 0, passed('a'))).toBe('b');
  expect(nextToShow(deck, 0, passed('a', 'b'))).toBe('c');
  expect(nextToShow(deck, 2, passed('b', 'c'))).toBe('a');
  expect(nextToShow(deck, 2, passed('a', 'b', 'c'))).toBeNull();
});
