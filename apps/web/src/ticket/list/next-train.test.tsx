// What the first screen offers for the train at hand: the act that the whole party needs next.
import { activateTickets } from '@kippu/contract/calls/traveller/party';
import { reserveList, type Reservation } from '@kippu/contract/calls/traveller/seat';
import { ticketList, ticketLoad, type Ticket } from '@kippu/contract/calls/traveller/ticket';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aReservation, aStation, aTicket, aTicketInUse, wallIn } from '../../../test/factories.ts';
import { FakeServer, refuses, succeeds } from '../../../test/fake-server.ts';
import { findControl, press, pressInDialog, renderApp } from '../../../test/render-app.tsx';
import { formatTime } from '../../i18n/format.ts';

const MINUTE = 60_000;
const entered = { entry: { stationId: 'kix', at: wallIn(-20 * MINUTE) } };

/** A server with one reservation of all the tickets. A ticket that is `listed: false` has left the list of those that can be used. */
function serverOf(
  tickets: readonly Ticket[],
  change: Partial<Reservation> = {},
  listed: (ticket: Ticket) => boolean = () => true,
) {
  const server = new FakeServer();
  const known = new Map(tickets.map((ticket) => [ticket.ticketId, ticket]));
  const reservation = aReservation({
    departAt: wallIn(50 * MINUTE),
    arriveAt: wallIn(130 * MINUTE),
    platform: '4',
    seats: tickets.map(({ ticketId }, at) => ({
      ticketId,
      seatInfo: `4-${at + 1}A`,
      seatType: 'reserved',
      carClass: 'ordinary',
    })),
    ...change,
  });
  server.answer(reserveList, ({ query }) =>
    succeeds({ items: query['tab'] === 'upcoming' ? [reservation] : [] }),
  );
  server.answer(ticketList, ({ query }) =>
    succeeds({ items: query['tab'] === 'active' ? [...known.values()].filter(listed) : [] }),
  );
  server.answer(ticketLoad, ({ query }) => succeeds(known.get(query['ticketId'] ?? '') ?? aTicket()));
  const putIntoUse = (ticketIds: readonly string[]) =>
    ticketIds.map((ticketId) => {
      const used = aTicketInUse({ ticketId });
      known.set(ticketId, used);
      return used;
    });
  server.answer(activateTickets, ({ body }) => succeeds({ tickets: putIntoUse(idsOf(body)) }));
  return { server, putIntoUse };
}
const idsOf = (body: unknown) => (body as { ticketIds: string[] }).ticketIds;
const three = () => ['a', 'b', 'c'].map((ticketId) => aTicket({ ticketId, reservable: false }));
const hero = async (name: string) => within(await screen.findByRole('article', { name }));
const onItsWay = { state: 3, departAt: wallIn(-15 * MINUTE), arriveAt: wallIn(35 * MINUTE) } as const;

test('three tickets that are not in use come into use by one question, then their codes are shown', async () => {
  const { server } = serverOf(three());
  const { words } = await renderApp('tickets', {}, { server });
  await screen.findByText(words.travel.notInUse(3));
  await press(words.travel.putIntoUse(3));
  await screen.findByText(words.travel.question(3));
  await pressInDialog(words.travel.putIntoUse(3));
  await screen.findByText(words.travel.used(3));
  expect(server.of(activateTickets).map(({ body }) => idsOf(body))).toEqual([['a', 'b', 'c']]);
  await findControl(words.ticket.showCode);
  expect(screen.queryByText(words.travel.notInUse(3))).toBeNull();
});

test('after a refusal the question goes on with the tickets that are left', async () => {
  const { server, putIntoUse } = serverOf(three());
  const { words } = await renderApp('tickets', {}, { server });
  await press(words.travel.putIntoUse(3));
  await screen.findByText(words.travel.question(3));
  server.answer(activateTickets, ({ body }) => {
    if (idsOf(body).length < 3) return succeeds({ tickets: putIntoUse(idsOf(body)) });
    // Another phone was faster with one of them: none comes into use.
    putIntoUse(['b']);
    return refuses('TKT-0006');
  });
  await pressInDialog(words.travel.putIntoUse(3));
  await screen.findByText(words.errors['TKT-0006']);
  await screen.findByText(words.travel.question(2));
  await pressInDialog(words.travel.putIntoUse(2));
  await screen.findByText(words.travel.used(2));
  expect(server.of(activateTickets).map(({ body }) => idsOf(body))).toEqual([
    ['a', 'b', 'c'],
    ['a', 'c'],
  ]);
});

test('the card of a ticket with a train today offers to use it, not to reserve another seat', async () => {
  const roundTrip = aTicket({ ticketId: 'a', tripType: 20, reservedNum: 1, reservable: true });
  const { server } = serverOf([roundTrip]);
  const { words } = await renderApp('tickets', {}, { server });
  await findControl(words.ticket.use);
  expect(screen.queryByText(words.ticket.reserve)).toBeNull();
});

test('a traveller who has entered is sent to the platform', async () => {
  const { server } = serverOf([aTicketInUse({ ...entered })]);
  const { words } = await renderApp('tickets', {}, { server });
  await screen.findByText(words.travel.goToPlatform('4'));
});

test('on board: until when, car and seat, and the next stop', async () => {
  const stop = (stationId: string, arrives: number) => ({
    stationId,
    ...namesOf(stationId),
    arriveAt: wallIn(arrives * MINUTE),
    departAt: wallIn((arrives + 1) * MINUTE),
  });
  const { server } = serverOf([aTicketInUse({ ...entered })], {
    ...onItsWay,
    stops: [stop('kix', -16), stop('tennoji', 10), stop('kyoto', 35)],
  });
  const { words } = await renderApp('tickets', {}, { server });
  const train = await hero(words.travel.onBoard);
  expect(train.getByText(words.ticket.departsIn(35).replaceAll('\u00a0', ' '))).toBeTruthy();
  expect(train.getByText('1A')).toBeTruthy();
  const next = words.travel.nextStop('Station tennoji', formatTime(wallIn(10 * MINUTE)));
  expect(train.getByText(next)).toBeTruthy();
});

test('a missed train says so and offers no activation', async () => {
  const { server } = serverOf([aTicket({ reservable: false })], onItsWay);
  const { words } = await renderApp('tickets', {}, { server });
  const train = await hero(words.travel.missed);
  expect(train.getByText(words.travel.missedText)).toBeTruthy();
  expect(screen.queryByText(words.travel.putIntoUse(1))).toBeNull();
});

test('a ticket that the departure used up is known to have missed its train', async () => {
  const gone = aTicket({ status: 'used', ticketState: 30, expired: true, reservable: false });
  const { server } = serverOf([gone], onItsWay, () => false);
  const { words } = await renderApp('tickets', {}, { server });
  await hero(words.travel.missed);
});

test('after the arrival the code for the exit is offered', async () => {
  const { server } = serverOf([aTicketInUse({ ...entered })], { ...onItsWay, arriveAt: wallIn(-MINUTE) });
  const { words } = await renderApp('tickets', {}, { server });
  const train = await hero(words.travel.arrived);
  expect(train.getByText(words.ticket.showCode)).toBeTruthy();
});

test('a train of another day asks for nothing', async () => {
  const { server } = serverOf(three(), {
    departAt: wallIn(50 * 60 * MINUTE),
    arriveAt: wallIn(51 * 60 * MINUTE),
  });
  const { words } = await renderApp('tickets', {}, { server });
  const train = await hero(words.ticket.nextTrain);
  await waitFor(() => expect(train.getByText(words.ticket.openReservation)).toBeTruthy());
  expect(screen.queryByText(words.travel.notInUse(3))).toBeNull();
});

function namesOf(stationId: string) {
  const { stationNameCn, stationNameEn, stationNameJp, stationNameKr, stationNameTc } = aStation(stationId);
  return { stationNameCn, stationNameEn, stationNameJp, stationNameKr, stationNameTc };
}
