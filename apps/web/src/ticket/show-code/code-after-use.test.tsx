// The code screen right after 'Use now': the list still has the ticket as it was, the ticket's own screen knows better.
import { qrcode, ticketList, ticketLoad, use } from '@kippu/contract/calls/traveller/ticket';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aTicket, aTicketInUse } from '../../../test/factories.ts';
import { FakeServer, refuses, succeeds } from '../../../test/fake-server.ts';
import { press, renderApp } from '../../../test/render-app.tsx';

test('the code never says that a ticket just activated is not in use', async () => {
  const server = new FakeServer();
  const unused = aTicket({ status: 'bound' });
  const used = aTicketInUse({ ticketId: unused.ticketId });
  let isUsed = false;
  let answerList = (): void => undefined;
  server.answer(ticketLoad, () => succeeds(isUsed ? used : unused));
  // The list is answered late after the activation, as on a slow network.
  server.answer(ticketList, async () => {
    if (isUsed) await new Promise<void>((resolve) => (answerList = resolve));
    return succeeds({ items: [isUsed ? used : unused] });
  });
  server.answer(qrcode, () => new Promise(() => undefined));
  server.answer(use, () => {
    isUsed = true;
    return succeeds(used);
  });
  const { words, go } = await renderApp('tickets', {}, { server });
  await screen.findByText(words.ticket.yourTickets);
  // The code screen has read the list once before.
  await go('code', { ticketId: unused.ticketId });
  await screen.findByText(words.ticket.notInUse);
  await go('detail', { ticketId: unused.ticketId });
  await press(words.ticket.useNow);
  await press(words.ticket.useConfirm);
  await screen.findByText(words.ticket.showCode);
  await press(words.ticket.showCode);
  await screen.findByText(words.ticket.preparing);
  expect(screen.queryByText(words.ticket.notInUse)).toBeNull();
  await act(async () => answerList());
  expect(screen.queryByText(words.ticket.notInUse)).toBeNull();
});

test('an unused ticket that the list lacks says how to put it into use', async () => {
  const server = new FakeServer();
  const unused = aTicket({ status: 'bound' });
  server.answer(ticketLoad, () => succeeds(unused));
  server.answer(ticketList, () => succeeds({ items: [] }));
  server.answer(qrcode, () => refuses('TKT-0006'));
  const { words } = await renderApp('code', { ticketId: unused.ticketId }, { server });
  await screen.findByText(words.ticket.notInUse);
  screen.getByText(words.code.startFirst);
  expect(screen.queryByText((text) => text.startsWith(words.code.states.ended))).toBeNull();
});
