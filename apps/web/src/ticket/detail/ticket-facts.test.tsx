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

test('an own ticket shows its price, order with its time, and shop', async () => {
  expect(await open(aTicketInUse())).toEqual([true, true, true, true, true]);
});

test('a gift shows none of them', async () => {
  const given = { isGift: true, salePrice: 0, orderId: '', seller: '', salesSite: '', salesCompany: '' };
  expect(await open(aTicketInUse(given))).toEqual([true, false, false, false, false]);
});
