// A suspended ticket stays in the list, says so, and says whom to ask; a closed one says when it was closed.
import { ticketList, ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aTicket } from '../../../test/factories.ts';
import { FakeServer, succeeds } from '../../../test/fake-server.ts';
import { press, renderApp } from '../../../test/render-app.tsx';

const CLOSED = { ticketState: 30, expired: true, reservable: false } as const;

test('a suspended ticket is listed, says whom to ask, and its page says it too', async () => {
  const ticket = aTicket({ ...CLOSED, status: 'suspended' });
  const server = new FakeServer();
  server.give(ticketList, { items: [ticket] });
  server.give(ticketLoad, ticket);
  const { words } = await renderApp('tickets', {}, { server });
  await screen.findByText(words.ticket.status.suspended);
  screen.getByText(words.ticket.suspendedLine);
  expect(document.body.textContent).not.toMatch(/Until|Ended/);
  await press(
    [...document.querySelectorAll('a')].find((link) => link.href.includes('detail'))?.textContent ?? '',
  );
  await screen.findByText(words.errors['TKT-0007']);
});

test.each(['used', 'refunded'] as const)(
  'a ticket that is %s says when it was closed, with the year',
  async (status) => {
    const server = new FakeServer();
    const ticket = aTicket({
      ...CLOSED,
      status,
      useExpireDate: '2027-03-31',
      endedAt: '2026-11-29 10:20:30',
    });
    server.answer(ticketList, ({ query }) => succeeds({ items: query['tab'] === 'past' ? [ticket] : [] }));
    await renderApp('tickets', { tab: 'past' }, { server });
    await screen.findByText((text) => text.replaceAll('\u00a0', ' ') === 'Ended Sun 29 Nov 2026');
  },
);

test('the first screen says how many seats a ticket may still reserve', async () => {
  const server = new FakeServer();
  server.give(ticketList, { items: [aTicket({ reservable: true, reservationsLeft: 2 })] });
  const { words } = await renderApp('tickets', {}, { server });
  await screen.findByText(words.ticket.left(2));
});
