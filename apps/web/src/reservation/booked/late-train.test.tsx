// What travellers read of a train that does not run as planned: on the reservation, and on the first screen.
import {
  liveReservations,
  loadReserveDetail,
  reserveList,
  type LiveRide,
  type Reservation,
} from '@kippu/contract/calls/traveller/seat';
import { LIVE_ASK_MS } from '@kippu/contract/limits';
import { ticketList, ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { act, cleanup, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aReservation, aTicketInUse, wallIn } from '../../../test/factories.ts';
import { FakeServer, succeeds } from '../../../test/fake-server.ts';
import { press, renderApp } from '../../../test/render-app.tsx';
import { formatMoment, formatTime } from '../../i18n/format.ts';

const MINUTE = 60_000;
/** Leaves in three hours, by its timetable. */
const FOUND = { disruptionId: 'disruption-1', foundAt: wallIn(-MINUTE) };
const times = () => ({ departAt: wallIn(180 * MINUTE), arriveAt: wallIn(240 * MINUTE), platform: '4' });

/** The wall time so many minutes from now, and half of one: the train's other times are made a moment later. */
const expectedIn = (minutes: number) => wallIn((minutes + 0.5) * MINUTE);

function serverOf(live: Partial<LiveRide>, change: Partial<Reservation> = {}) {
  const server = new FakeServer();
  const known: LiveRide = { asOf: wallIn(-MINUTE), isOld: false, runs: true, hasLeft: false, ...live };
  const reservation = aReservation({ ...times(), live: known, ...change });
  server.answer(loadReserveDetail, () => succeeds(reservation));
  server.answer(reserveList, () => succeeds({ items: [reservation] }));
  server.answer(ticketList, () => succeeds({ items: [aTicketInUse()] }));
  server.answer(ticketLoad, () => succeeds(aTicketInUse()));
  return { server, reservation };
}

/** Opens the reservation. Returns what is said of its train, and the times on its paper. */
async function open(live: Partial<LiveRide>, change: Partial<Reservation> = {}) {
  const { server, reservation } = serverOf(live, change);
  const { words } = await renderApp('reservation', { reservationId: 'reservation-1' }, { server });
  await screen.findByRole('heading', { level: 2 });
  const said = [...document.querySelectorAll('[aria-live="polite"] li')].map((line) => line.textContent);
  const shown = [...document.querySelectorAll('time')].map((time) => time.textContent);
  return { words: words.seat, said, shown, reservation };
}

test('a late train shows the new times, the old ones struck through, and how late it is', async () => {
  const expected = { expectedDepartAt: expectedIn(200), expectedArriveAt: expectedIn(255) };
  const { words, said, shown, reservation } = await open(expected);
  expect(said).toEqual([words.live.late(20)]);
  expect(shown.slice(0, 2)).toEqual([
    formatTime(expected.expectedDepartAt),
    formatTime(expected.expectedArriveAt),
  ]);
  const struck = [...document.querySelectorAll('s')].map((old) => old.textContent);
  expect(struck).toEqual([
    `${words.timeBefore} ${formatTime(reservation.departAt)}`,
    `${words.timeBefore} ${formatTime(reservation.arriveAt)}`,
  ]);
});

test('a train on time says so, one of which only old news is known says how old they are', async () => {
  const { departAt, arriveAt } = times();
  const onTime = { expectedDepartAt: departAt, expectedArriveAt: arriveAt };
  const asOf = wallIn(-25 * MINUTE);
  const { words, said, reservation } = await open({ ...onTime, isOld: true, asOf });
  expect(said).toEqual([`${words.live.onTime} · ${words.live.asOf(formatTime(asOf))}`]);
  expect(reservation.departAt).toBe(departAt);
});

test('a train that has left says so', async () => {
  const { words, said } = await open({ hasLeft: true });
  expect(said).toEqual([words.live.left]);
});

test('a train that has left late says how late it arrives', async () => {
  const { words, said } = await open({ hasLeft: true, expectedArriveAt: expectedIn(250) });
  expect(said).toEqual([words.live.arrivesLate(10)]);
});

test('a train that does not run says so', async () => {
  const { words, said } = await open({ runs: false, cut: 'train' });
  expect(said).toEqual([words.live.noTrain]);
});

test('a train that does not call at the traveller’s station names it', async () => {
  const { words, said } = await open({ runs: false, cut: 'to' });
  expect(said).toEqual([words.live.noStop('Station kyoto')]);
});

test('a reservation whose train may be missed can be changed until the train leaves', async () => {
  const { words } = await open({}, { connection: 'missed', changeableUntil: wallIn(180 * MINUTE - 1) });
  screen.getByText(words.deadlineOpen);
});

test('a cancelled train says until when it may be moved, and offers that only while it makes sense', async () => {
  const changeableUntil = wallIn(300 * MINUTE);
  const { departAt, arriveAt } = times();
  const disruption = {
    disruptionId: 'disruption-1',
    kind: 'cancelled' as const,
    bookedDepartAt: departAt,
    bookedArriveAt: arriveAt,
    foundAt: wallIn(-MINUTE),
  };
  const { words } = await open({ runs: false, cut: 'train' }, { changeableUntil, disruption });
  screen.getByText(words.disruptedUntil(formatMoment(changeableUntil, 'en')).replaceAll('\u00a0', ' '));
  screen.getByRole('button', { name: words.chooseOther });
  cleanup();
  await open(
    { runs: false, cut: 'train' },
    { changeableUntil, disruption: { ...disruption, noTrainLeft: true } },
  );
  screen.getByText(words.noTrainLeft);
  expect(screen.queryByRole('button', { name: words.chooseOther })).toBeNull();
  cleanup();
  // No other train on that day: the button leads to the day on which one runs.
  const nextTrainDate = '2030-01-02';
  await open(
    { runs: false, cut: 'train' },
    { changeableUntil, disruption: { ...disruption, nextTrainDate } },
  );
  screen.getByText(words.noTrainThatDay);
  await press(words.chooseOther);
  expect(location.hash).toContain(`date=${nextTrainDate}`);
  cleanup();
  await open({}, { changeableUntil, disruption: { ...disruption, givenUp: true } });
  screen.getByText(words.givenUp);
  screen.getByText(words.givenUpText);
  expect(screen.queryByRole('button', { name: words.chooseOther })).toBeNull();
});

test('another platform and words of the staff are shown beside the time', async () => {
  const texts = {
    textJp: '強風のため',
    textEn: 'Because of strong wind',
    textKr: '',
    textCn: '',
    textTc: '',
  };
  const { words, said } = await open({ platformChanged: { planned: '3' }, words: texts });
  expect(said).toEqual([words.live.platform('4', '3'), 'Because of strong wind']);
});

test('the next train on the first screen counts down to the time at which it really leaves', async () => {
  const expected = { expectedDepartAt: wallIn(200 * MINUTE - 1), expectedArriveAt: wallIn(255 * MINUTE) };
  const { server } = serverOf(expected, { departAt: wallIn(179.5 * MINUTE) });
  const { words } = await renderApp('tickets', {}, { server });
  /** As queries see texts. */
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  await screen.findByText(plain(words.ticket.departsInHours(3, 20)));
  await screen.findByText(formatTime(expected.expectedDepartAt));
  await screen.findByText(plain(words.seat.live.late(20)));
});

test.each([
  ['late', { expectedDepartAt: wallIn(190 * MINUTE) }, 'after all'],
  ['as booked', { expectedDepartAt: wallIn(180 * MINUTE) }, 'as booked'],
  ['cancelled again', { runs: false, cut: 'train' }, 'nothing'],
] as const)('a restored train that is %s is called what it is', async (_how, live, says) => {
  const { departAt: bookedDepartAt, arriveAt: bookedArriveAt } = times();
  const disruption = { ...FOUND, kind: 'restored', bookedDepartAt, bookedArriveAt } as const;
  const { words } = await open(live, { disruption });
  const found = [words.runsAfterAll.title, words.disrupted.restored].map(
    (title) => screen.queryByText(title) !== null,
  );
  expect(found).toEqual([says === 'after all', says === 'as booked']);
});

test('a train that ends before the traveller gets out is not called cancelled, and its paper has the planned times', async () => {
  const { departAt: bookedDepartAt, arriveAt: bookedArriveAt } = times();
  const disruption = { ...FOUND, kind: 'cancelled', bookedDepartAt, bookedArriveAt } as const;
  const live = { runs: false, cut: 'to', expectedDepartAt: wallIn(190 * MINUTE) } as const;
  const { words, shown, reservation } = await open(live, { disruption });
  expect(screen.queryByText(words.disrupted.cancelled)).toBeNull();
  expect(screen.getByText(words.live.noStop(reservation.to.stationNameEn))).toBeDefined();
  expect(shown.slice(0, 2)).toEqual([formatTime(bookedDepartAt), formatTime(bookedArriveAt)]);
});

test('an open reservation shows a change of its train without a touch', async () => {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
  });
  try {
    const { server, reservation } = serverOf({});
    const onTime = { ...reservation.live, expectedDepartAt: reservation.departAt } as LiveRide;
    const late = { ...onTime, expectedDepartAt: wallIn(190 * MINUTE) };
    let live = onTime;
    server.answer(loadReserveDetail, () => succeeds({ ...reservation, live }));
    server.answer(liveReservations, () => succeeds({ items: [{ ...reservation, live }] }));
    const { words } = await renderApp('reservation', { reservationId: 'reservation-1' }, { server });
    await screen.findByText(words.seat.live.onTime);
    live = late;
    await act(() => vi.advanceTimersByTimeAsync(LIVE_ASK_MS));
    await screen.findByText(words.seat.live.late(10).replaceAll('\u00a0', ' '));
  } finally {
    vi.useRealTimers();
  }
});
