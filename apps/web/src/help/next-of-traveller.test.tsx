// Help offers the next act of the traveller's own tickets and trains, when it is opened and when it is asked for it, with and without a network.
import { reserveList, type Reservation } from '@kippu/contract/calls/traveller/seat';
import { ticketList, type TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aReservation, aTicket, aTicketInUse, wallIn } from '../../test/factories.ts';
import { FakeServer, succeeds } from '../../test/fake-server.ts';
import { findControl, press, renderApp } from '../../test/render-app.tsx';
import { faqUrl } from '../app/storage/operator-texts.ts';

const MINUTE = 60_000;
const QUESTION = 'What do I do now?';
const ENTRY = {
  faqId: 'next-step',
  question: QUESTION,
  variants: ['what next', 'next step'],
  answer: 'By your tickets.',
  action: 'openNext',
};
const BOOK = {
  categories: [{ category: 'help', name: 'Help', entries: [ENTRY] }],
  elsewhere: [],
  names: [],
  words: [],
};

async function open(
  tickets: readonly TicketSummary[],
  reservations: readonly Reservation[],
  account: object | null = {},
  prepare: (server: FakeServer) => void = () => undefined,
) {
  const server = new FakeServer();
  server.answer(ticketList, () => succeeds({ items: [...tickets] }));
  server.answer(reserveList, () => succeeds({ items: [...reservations] }));
  prepare(server);
  const { fetch } = server;
  Object.assign(server, {
    fetch: (input: string, init: RequestInit) =>
      String(input).endsWith(faqUrl('en')) ? Promise.resolve(Response.json(BOOK)) : fetch(input, init),
  });
  return renderApp('help', {}, { server, account });
}
const train = (inMinutes: number, ticketId: string) =>
  aReservation({
    departAt: wallIn(inMinutes * MINUTE),
    arriveAt: wallIn((inMinutes + 60) * MINUTE),
    seats: [{ ticketId, seatInfo: '4-7A', seatType: 'reserved', carClass: 'ordinary' }],
  });

test('of a train within the hour: puts into use what is not in use, and then shows its code', async () => {
  const waiting = aTicket({ status: 'bound' });
  const { words } = await open([waiting], [train(40, waiting.ticketId)]);
  await screen.findByRole('heading', { name: words.help.nextTitle });
  await screen.findByText(words.travel.notInUse(1));
  await findControl(words.travel.putIntoUse(1));
  cleanup();
  const used = aTicketInUse();
  await open([used], [train(40, used.ticketId)]);
  const show = await findControl(words.ticket.showCode);
  expect(show.getAttribute('href')).toContain(used.ticketId);
  expect(screen.queryByText(words.travel.notInUse(1))).toBeNull();
});

test('without a train, a ticket in use comes before one that waits, and with nothing there is a ticket to add', async () => {
  const [waiting, used] = [
    aTicket({ status: 'bound', reservable: false }),
    aTicketInUse({ ticketId: 'used-1', reservable: false }),
  ];
  const { words } = await open([waiting, used], []);
  expect((await findControl(words.ticket.showCode)).getAttribute('href')).toContain('used-1');
  cleanup();
  await open([aTicket({ status: 'bound', reservable: true })], []);
  await findControl(words.ticket.reserveSeat);
  cleanup();
  await open([], []);
  await findControl(words.help.actions.addTicket);
});

test('the question is answered by the same act, also when the network is gone', async () => {
  const used = aTicketInUse();
  const { words, server } = await open([used], []);
  await findControl(words.ticket.showCode);
  for (const call of [ticketList, reserveList]) server.lose(call);
  await press(QUESTION);
  const answer = within(await screen.findByRole('log'));
  await answer.findByText(ENTRY.answer);
  expect((await answer.findByText(words.ticket.showCode)).closest('a')?.href).toContain(used.ticketId);
});

test('a visitor is led to the tickets, which ask for the login', async () => {
  const { words } = await open([], [], null);
  await screen.findByText(words.help.welcomeTitle);
  expect(screen.queryByText(words.help.nextTitle)).toBeNull();
  await press(QUESTION);
  await findControl(words.help.actions.openNext);
});

test('where the tickets cannot be learnt, no title stands alone, and the answer leads to the list', async () => {
  const { words } = await open([], [], {}, (server) => server.refuse(ticketList, 'REQ-0001'));
  await press(QUESTION);
  await findControl(words.help.actions.openNext);
  expect(screen.queryByText(words.help.nextTitle)).toBeNull();
});
