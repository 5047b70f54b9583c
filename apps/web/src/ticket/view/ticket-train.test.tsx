// How a ticket's train runs, on its card in the list, below its code, and on the ticket itself.
import {
  loadChangeInfo,
  reserveList,
  type LiveRide,
  type Reservation,
} from '@kippu/contract/calls/traveller/seat';
import { nameIn } from '@kippu/contract/names';
import { ticketList, ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aChange, aReservation, aTicketInUse, wallIn } from '../../../test/factories.ts';
import { FakeServer, succeeds } from '../../../test/fake-server.ts';
import { renderApp } from '../../../test/render-app.tsx';
import { epochToWall, wallToEpoch } from '@kippu/domain/time/service-day';
import { noteReach } from '../../app/call/reach.ts';
import { formatMoment, formatTime } from '../../i18n/format.ts';

const MINUTE = 60_000;
/** On a whole minute, as in a timetable. */
const DEPARTS = `${wallIn(180 * MINUTE).slice(0, 16)}:00`;
/** The wall time so many seconds after the planned departure. */
const later = (seconds: number) => epochToWall(wallToEpoch(DEPARTS) + seconds * 1000);
const LATE = { expectedDepartAt: later(20 * 60), expectedArriveAt: later(80 * 60) };
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

function serverOf(live: Partial<LiveRide>, ticketIds: readonly string[] = ['ticket-1']) {
  const server = new FakeServer();
  const reservation: Reservation = aReservation({
    departAt: DEPARTS,
    arriveAt: later(60 * 60),
    platform: '4',
    seats: ticketIds.map((ticketId, at) => ({
      ticketId,
      seatInfo: `4-${at + 1}A`,
      seatType: 'reserved',
      carClass: 'ordinary',
    })),
    live: { asOf: wallIn(-MINUTE), isOld: false, runs: true, hasLeft: false, ...live },
  });
  const tickets = ticketIds.map((ticketId) => aTicketInUse({ ticketId, reservedNum: 1 }));
  server.answer(reserveList, () => succeeds({ items: [reservation] }));
  server.answer(ticketList, () => succeeds({ items: tickets }));
  server.answer(ticketLoad, ({ query }) =>
    succeeds(aTicketInUse({ ticketId: query['ticketId'] ?? '', reservations: [reservation] })),
  );
  return { server, reservation };
}
const cards = () => [...document.querySelectorAll('li article')].map((card) => card.textContent ?? '');
/** What screen readers say by themselves. */
const announced = () =>
  [...document.querySelectorAll('[aria-live="polite"] li')].map((line) => plain(line.textContent ?? ''));

test('the card of a party, and each of its tickets, say that their train is late; a screen reader says it once', async () => {
  const { server } = serverOf(LATE, ['ticket-1', 'ticket-2', 'ticket-3']);
  const { words, go } = await renderApp('tickets', {}, { server });
  const late = plain(words.seat.live.late(20));
  const areLate = (count: number) => {
    expect(cards()).toHaveLength(count);
    for (const card of cards()) expect(plain(card)).toContain(late);
  };
  await waitFor(() => areLate(1));
  await waitFor(() => expect(announced()).toEqual([late]));
  await go('party', { ticketId: 'ticket-1' });
  await screen.findByRole('heading', { name: words.party.title(3) });
  await waitFor(() => areLate(3));
});

test('the card of a party with two late trains says each, with who travels on it, and not how many seats are left for one of them', async () => {
  const { server, reservation } = serverOf(LATE, ['ticket-1', 'ticket-2', 'ticket-3']);
  const [first, second, third] = reservation.seats;
  const of = (departureId: string, minutes: number, seats: Reservation['seats'], lateBy: number) => ({
    ...reservation,
    reservationId: departureId,
    departureId,
    departAt: later(minutes * 60),
    seats,
    live: { ...reservation.live!, expectedDepartAt: later((minutes + lateBy) * 60) },
  });
  server.give(reserveList, {
    items: [of('train-a', 0, [first!], 20), of('train-b', 10, [second!], 35), of('train-c', 15, [third!], 0)],
  });
  const party = ['ticket-1', 'ticket-2', 'ticket-3'].map((ticketId, at) =>
    aTicketInUse({
      ticketId,
      party: 'order-1',
      reservedNum: 1,
      passengerCategory: at === 1 ? 'child' : 'adult',
      reservable: true,
      reservationsLeft: at,
    }),
  );
  server.give(ticketList, { items: party });
  const { words } = await renderApp('tickets', {}, { server });
  const { category, several, left } = words.ticket;
  await waitFor(() => expect(cards()).toHaveLength(1));
  await waitFor(() => expect(plain(cards()[0] ?? '')).toContain(plain(words.seat.live.late(35))));
  const card = plain(cards()[0] ?? '');
  const late = (minutes: number) => card.indexOf(plain(words.seat.live.late(minutes)));
  const adult = card.lastIndexOf(several(category.adult, 1), late(20));
  const child = card.lastIndexOf(several(category.child, 1), late(35));
  expect([adult > -1, adult < late(20), late(20) < child, child < late(35)]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(card).not.toContain(formatTime(later(15 * 60)));
  expect(card).not.toContain(left(1));
});

test('the delay agrees with the clock times, which leave out the seconds', async () => {
  const { server } = serverOf({ expectedDepartAt: later(4 * 60 + 40) });
  const { words } = await renderApp('detail', { ticketId: 'ticket-1' }, { server });
  await screen.findByText(plain(words.seat.live.late(4)));
  expect(document.body.textContent).toContain(formatTime(later(4 * 60)));
});

test('the card of a train on time says nothing, that of a cancelled one says so', async () => {
  const { server } = serverOf({ expectedDepartAt: DEPARTS });
  const { words, go } = await renderApp('tickets', {}, { server });
  await screen.findByText(words.seat.live.onTime);
  expect(cards().join(' ')).not.toContain(words.seat.live.onTime);
  const cut = serverOf({ runs: false, cut: 'train' }).reservation;
  server.answer(reserveList, () =>
    succeeds({
      items: [
        {
          ...cut,
          disruption: {
            disruptionId: 'd-1',
            kind: 'cancelled',
            bookedDepartAt: cut.departAt,
            bookedArriveAt: cut.arriveAt,
            foundAt: wallIn(0),
          },
        },
      ],
    }),
  );
  await go('settings', {});
  const again = await renderApp('tickets', {}, { server });
  await waitFor(() => expect(cards().join(' ')).toContain(again.words.seat.live.noTrain));
});

test('below the code, in sight without scrolling, stand the new time, the platform, the own seat and how late the train is', async () => {
  const live = { ...LATE, platformChanged: { planned: '3' } };
  const { server, reservation } = serverOf(live, ['ticket-1', 'ticket-2']);
  const { words } = await renderApp('code', { ticketId: 'ticket-2' }, { server });
  const late = plain(words.seat.live.late(20));
  await screen.findByText(late);
  expect(announced()).toEqual([late, plain(words.seat.live.platform('4', '3'))]);
  await screen.findByText(plain([words.seat.onPlatform('4'), words.seat.car(4), '2A'].join(' · ')));
  expect(document.querySelector('s')?.textContent).toContain(formatTime(reservation.departAt));
  // The dock is in sight on every phone.
  const dock = screen.getByText(words.ticketLife.noReader).closest('main > *');
  expect(plain(dock?.textContent ?? '')).toContain(late);
});

test('below the code of a ticket whose seat is gone stands that, and no seat', async () => {
  const { server, reservation } = serverOf(LATE);
  const { departAt: bookedDepartAt, arriveAt: bookedArriveAt } = reservation;
  const at = { disruptionId: 'd-1', bookedDepartAt, bookedArriveAt, foundAt: wallIn(0) };
  const disruption = { ...at, kind: 'seatGone' as const, seatsGone: ['4-1A'] };
  server.give(reserveList, { items: [{ ...reservation, disruption }] });
  const { words } = await renderApp('code', { ticketId: 'ticket-1' }, { server });
  await screen.findByText(words.seat.disrupted.seatGone);
  expect(screen.queryByText('1A', { exact: false })).toBeNull();
});

test('a train that leaves out a stop of the traveller’s has no new time', async () => {
  const { server, reservation } = serverOf({ ...LATE, runs: false, cut: 'to' });
  const { words } = await renderApp('code', { ticketId: 'ticket-1' }, { server });
  await screen.findByText(words.seat.live.noStop('Station kyoto'));
  expect(document.body.textContent).toContain(formatTime(reservation.departAt));
  expect(document.body.textContent).not.toContain(formatTime(LATE.expectedDepartAt));
});

test('the ticket says the new time of its train, and the old one as such', async () => {
  const { server, reservation } = serverOf(LATE);
  const { words } = await renderApp('detail', { ticketId: 'ticket-1' }, { server });
  await screen.findByText(plain(words.seat.live.late(20)));
  const line = document.querySelector('a strong');
  expect(line?.querySelector('s')?.textContent).toContain(formatTime(reservation.departAt));
  line?.querySelector('s')?.remove();
  expect(line?.textContent).toContain(formatTime(LATE.expectedDepartAt));
});

test('the screen that changes a reservation says the new time of its train', async () => {
  const { server, reservation } = serverOf(LATE);
  server.give(loadChangeInfo, { ...aChange(), reservation });
  const { words } = await renderApp(
    'train',
    { ticketIds: 'ticket-1', from: 'kix', to: 'kyoto', change: reservation.reservationId },
    { server },
  );
  const name = words.seat.train(nameIn(reservation, 'trainName', 'en'), reservation.trainNo);
  const moment = formatMoment(LATE.expectedDepartAt, 'en');
  await screen.findByText(plain(words.seat.changing(name, moment)));
});

test('without a network the news says for when it is true', async () => {
  const { server } = serverOf({ expectedDepartAt: DEPARTS });
  const { words } = await renderApp('detail', { ticketId: 'ticket-1' }, { server });
  await screen.findByText(words.seat.live.onTime);
  expect(document.body.textContent).not.toContain(words.seat.live.asOf(formatTime(wallIn(0))));
  try {
    noteReach(false);
    const said = await screen.findByText(words.seat.live.onTime, { exact: false });
    await waitFor(() => expect(said.textContent).toContain(' · '));
    expect([wallIn(0), wallIn(-MINUTE)].map((at) => words.seat.live.asOf(formatTime(at)))).toContain(
      said.textContent?.split(' · ')[1],
    );
  } finally {
    noteReach(true);
  }
});
