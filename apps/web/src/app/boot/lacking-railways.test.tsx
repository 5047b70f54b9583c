// The app shows nothing of what the railway has not: seats or gates.
import { reserveList } from '@kippu/contract/calls/traveller/seat';
import { ticketList, ticketLoad, type Ticket } from '@kippu/contract/calls/traveller/ticket';
import type { RailwayHas } from '@kippu/contract/page-settings';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { aTicket, aTicketInUse, wallIn } from '../../../test/factories.ts';
import { FakeServer, succeeds } from '../../../test/fake-server.ts';
import { setRailwayHas } from '../../../test/railway.ts';
import { renderApp } from '../../../test/render-app.tsx';
import type { RouteName, RouteParams } from '../router/link-to.ts';

afterEach(() => setRailwayHas());

async function open<N extends RouteName>(
  has: Partial<RailwayHas>,
  name: N,
  params: RouteParams[N],
  ticket: Ticket = aTicketInUse({ reservable: false }),
) {
  setRailwayHas(has);
  const server = new FakeServer();
  server.answer(ticketLoad, () => succeeds(ticket));
  server.answer(ticketList, ({ query }) => succeeds({ items: query['tab'] === 'past' ? [] : [ticket] }));
  server.answer(reserveList, () => succeeds({ items: [] }));
  return renderApp(name, params, { server });
}
const tabs = async () =>
  within(await screen.findByRole('navigation'))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const linksTo = (address: string) =>
  screen.getAllByRole<HTMLAnchorElement>('link').filter(({ href }) => href.includes(address)).length;

test('a railway with everything has four tabs', async () => {
  await open({}, 'tickets', {});
  expect(await tabs()).toEqual(['Tickets', 'Seats', 'Help', 'Account']);
});

test('without seats there is no tab of seats, and reservations are not asked for', async () => {
  const { server, words } = await open({ hasSeats: false }, 'tickets', {});
  await screen.findByText(words.ticket.code);
  expect(await tabs()).toEqual(['Tickets', 'Help', 'Account']);
  expect(server.of(reserveList)).toEqual([]);
});

test('without seats, the address of the seats is no page', async () => {
  const { words } = await open({ hasSeats: false }, 'seats', {});
  expect(await screen.findByText(words.notFound.text)).toBeTruthy();
});

test('without seats, nothing is said of seats when a ticket is given away', async () => {
  const params = { ticketId: 'ticket-1' };
  const { words } = await open({ hasSeats: false }, 'transfer', params, aTicket({ transferable: true }));
  expect(await screen.findByText(words.ticket.category.adult, { exact: false })).toBeTruthy();
  expect(screen.queryByText(words.ticketLife.noSeats)).toBeNull();
});

test.each([
  [{}, ['seat', 'gate']],
  [{ hasSeats: false }, ['gate']],
  [{ hasGates: false }, ['seat']],
] as const)('feedback has the topics of what the railway has: %j', async (has, expected) => {
  const { words } = await open(has, 'feedback', {});
  const options = await screen.findAllByRole('option');
  const topics = (['seat', 'gate'] as const).filter((topic) =>
    options.some(({ textContent }) => textContent === words.help.topics[topic]),
  );
  expect(topics).toEqual(expected);
});

test('without gates, a ticket in use verifies entries and shows no code', async () => {
  const ticket = aTicketInUse({ reservable: false });
  const { words } = await open({ hasGates: false }, 'detail', { ticketId: ticket.ticketId }, ticket);
  expect(await screen.findByText(words.station.verifyIn)).toBeTruthy();
  expect([linksTo('outInSite'), linksTo('ticket/code')]).toEqual([1, 0]);
});

test('with gates, it shows its code', async () => {
  const ticket = aTicketInUse({ reservable: false });
  const { words } = await open({}, 'detail', { ticketId: ticket.ticketId }, ticket);
  expect(await screen.findByText(words.ticket.showCode)).toBeTruthy();
  expect([linksTo('outInSite'), linksTo('ticket/code')]).toEqual([0, 1]);
});

test('without gates, a ticket that a counter takes in keeps its code, and the page has no words of gates', async () => {
  const ticket = aTicketInUse({ kind: 'eticket', reservable: false });
  const { words, go } = await open({ hasGates: false }, 'detail', { ticketId: ticket.ticketId }, ticket);
  expect(await screen.findByText(words.ticket.showCode)).toBeTruthy();
  await go('code', { ticketId: ticket.ticketId });
  await screen.findByRole('heading', { level: 1, name: words.ticket.detailTitle });
  await screen.findByText(words.ticket.renews);
  for (const text of [words.ticket.codeTitle, words.ticket.entering, words.ticketLife.noReader])
    expect(screen.queryByText(text)).toBeNull();
});

test.each([
  [aTicketInUse({ reservable: true }), 'direction=in'],
  [aTicketInUse({ reservable: true, entry: { stationId: 'kyoto', at: wallIn(-60_000) } }), 'direction=out'],
])(
  'without gates, the list offers the next entry or exit of a ticket in use, not a seat',
  async (ticket, direction) => {
    const { words } = await open({ hasGates: false }, 'tickets', {}, ticket);
    const offered = await screen.findByText(words.ticket.verify);
    expect(offered.closest('a')?.href).toContain(direction);
    expect(screen.queryByText(words.ticket.reserve)).toBeNull();
  },
);

test('a ticket that staff take in asks for no direction and no reader, also beside gates', async () => {
  const ticket = aTicketInUse({ kind: 'eticket', reservable: false });
  const { words } = await open({}, 'code', { ticketId: ticket.ticketId }, ticket);
  await screen.findByText(words.ticket.renews);
  for (const text of [words.ticket.codeTitle, words.ticket.entering, words.ticketLife.noReader])
    expect(screen.queryByText(text)).toBeNull();
});
