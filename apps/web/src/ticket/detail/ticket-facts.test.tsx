// The receiver of a gift sees the ticket, and nothing of what the giver paid and where.
import { ticketList, ticketLoad, type Ticket } from '@kippu/contract/calls/traveller/ticket';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aTicketInUse } from '../../../test/factories.ts';
import { FakeServer, succeeds } from '../../../test/fake-server.ts';
import { renderApp } from '../../../test/render-app.tsx';

async function open(ticket: Ticket) {
  const server = new FakeServer();
  server.answer(ticketLoad, () => succeeds(ticket));
  server.answer(ticketList, () => succeeds({ items: [ticket] }));
  const { words } = await renderApp('detail', { ticketId: ticket.ticketId }, { server });
  await screen.findByText(words.ticket.facts);
  const shown = (name: string) => screen.queryByText(name) !== null;
  const { ticketNo, price, orderId, orderTime, seller } = words.ticket;
  return [ticketNo, price, orderId, orderTime, seller].map(shown);
}

test('a ticket shows its kind, its seller, its first and last day with the year, and how many seats it may reserve', async () => {
  const ticket = aTicketInUse({
    kind: 'pass',
    seller: 'Trip Shop',
    reservable: true,
    reservationsLeft: 2,
    validity: { start: '2026-12-30', end: '2027-01-02' },
  });
  await open(ticket);
  for (const text of ['Pass', 'Trip Shop', '2 reservations left']) screen.getByText(text);
  screen.getByText((text) => text.replaceAll('\u00a0', ' ') === 'Wed 30 Dec 2026 – Sat 2 Jan 2027');
});

test('a ticket without a limit of reservations says so, and names no number', async () => {
  await open(aTicketInUse({ kind: 'pass', reservable: true, reservationsLeft: 99 }));
  screen.getByText('No limit');
  expect(screen.queryByText(/99/)).toBeNull();
});

test('an own ticket shows its price, order with its time, and shop', async () => {
  expect(await open(aTicketInUse())).toEqual([true, true, true, true, true]);
});

test('a gift shows none of them', async () => {
  const given = { isGift: true, salePrice: 0, orderId: '', seller: '', salesSite: '', salesCompany: '' };
  expect(await open(aTicketInUse(given))).toEqual([true, false, false, false, false]);
});
