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
import { noteReach } from '../../app/call/reach.ts';
import { formatMoment, formatTime } from '../../i18n/format.ts';

const MINUTE = 60_000;
const LATE = { expectedDepartAt: wallIn(200 * MINUTE), expectedArriveAt: wallIn(260 * MINUTE) };
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

function serverOf(live: Partial<LiveRide>, ticketIds: readonly string[] = ['ticket-1']) {
  const server = new FakeServer();
  const reservation: Reservation = aReservation({
    departAt: wallIn(180 * MINUTE),
    arriveAt: wallIn(240 * MINUTE),
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

test('the card of a train on time says nothing, that of a cancelled one says so', async () => {
  const { server } = serverOf({ expectedDepartAt: wallIn(180 * MINUTE) });
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
  expect(line?.textContent).toContain(formatTime(wallIn(200 * MINUTE)));
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
  const moment = formatMoment(wallIn(200 * MINUTE), 'en');
  await screen.findByText(plain(words.seat.changing(name, moment)));
});

test('without a network the news says for when it is true', async () => {
  const { server } = serverOf({ expectedDepartAt: wallIn(180 * MINUTE) });
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
