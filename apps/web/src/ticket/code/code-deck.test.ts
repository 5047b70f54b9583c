// Whose codes are swiped through at a gate, in which order, and who comes next.
import type { TicketSummary } from '@kippu/contract/ticket';
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

test('all that show a code, then those of the same kind that wait for use', () => {
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

test('the opened ticket is there whatever it is, also when the list does not know it', () => {
  expect(idsOf(deckOf([ticket('a')], 'gone'))).toBe('gone a');
  expect(idsOf(deckOf([ticket('over', { expired: true })], 'over'))).toBe('over');
  expect(deckOf([], 'x')).toEqual([{ ticketId: 'x', ticket: undefined }]);
});

test('a newer reading moves nobody: used up stays in its place, new ones come last', () => {
  const before = deckOf([ticket('a'), ticket('b'), ticket('c')], 'b');
  const entry = { stationId: 'kyoto', at: '2026-12-01 12:00:00' };
  const after = mergeDeck(before, deckOf([ticket('d'), ticket('c', { entry }), ticket('b')], 'b'));
  expect(idsOf(after)).toBe('a b c d');
  expect(after[2]?.ticket?.entry).toEqual(entry);
  expect(after[0]?.ticket?.ticketId).toBe('a');
  expect(mergeDeck(before, deckOf([], 'b'))[1]?.ticket).toBeDefined();
});

test('who has just passed is known from the gate, or from the list for half an hour', () => {
  const now = Date.parse('2026-12-01T12:00:00+09:00');
  const entered = (at: string) => ({ ticketId: 'a', ticket: ticket('a', { entry: { stationId: 'x', at } }) });
  expect(justPassed({ ticketId: 'a', ticket: ticket('a') }, undefined, now)).toBeNull();
  expect(justPassed(entered('2026-12-01 11:31:00'), undefined, now)).toBe('in');
  expect(justPassed(entered('2026-12-01 11:29:00'), undefined, now)).toBeNull();
  const news = { direction: 'out', at: '2026-12-01 12:00:00' } as const;
  expect(justPassed(entered('2026-12-01 11:59:00'), news, now)).toBe('out');
  expect(justPassed({ ticketId: 'a', ticket: undefined }, undefined, now)).toBeNull();
});

test('the next is the nearest behind who has not passed and has a code; then from the front; then nobody', () => {
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
