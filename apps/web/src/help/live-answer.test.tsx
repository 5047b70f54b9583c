// Answers about a train say how the traveller's own next train runs now.
import { reserveList, type Reservation } from '@kippu/contract/calls/traveller/seat';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aReservation, wallIn } from '../../test/factories.ts';
import { FakeServer, succeeds } from '../../test/fake-server.ts';
import { renderApp } from '../../test/render-app.tsx';
import { faqUrl } from '../app/storage/operator-texts.ts';
import { formatTime } from '../i18n/format.ts';

const MINUTE = 60_000;
const DEPART = 180 * MINUTE;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const ENTRY = { faqId: 'delay', question: 'Late?', answer: 'See below.', action: 'openReservations' };
const BOOK = { categories: [{ category: 'seat', name: 'Seats', entries: [ENTRY] }], elsewhere: [] };

/** Opens the answer of a traveller with a reservation. */
async function open(of: Partial<Reservation>) {
  const server = new FakeServer();
  const reservation = aReservation({ departAt: wallIn(DEPART), arriveAt: wallIn(240 * MINUTE), ...of });
  server.answer(reserveList, () => succeeds({ items: [reservation] }));
  const { fetch } = server;
  Object.assign(server, {
    fetch: (input: string, init: RequestInit) =>
      String(input).endsWith(faqUrl('en')) ? Promise.resolve(Response.json(BOOK)) : fetch(input, init),
  });
  const { words } = await renderApp('help', { view: 'browse' }, { server });
  await screen.findByText(ENTRY.answer);
  return { words, reservation };
}
const live = { asOf: wallIn(-MINUTE), isOld: false, runs: true, hasLeft: false };

test('the new time and the platform of a late train', async () => {
  const expectedDepartAt = wallIn(DEPART + 20 * MINUTE);
  const { words, reservation } = await open({ platform: '4', live: { ...live, expectedDepartAt } });
  await screen.findByText(plain(words.seat.live.late(20)));
  await screen.findByText(plain(words.seat.onPlatform('4')), { exact: false });
  const link = document.querySelector(`a[href*="${reservation.reservationId}"]`);
  expect(link?.textContent).toContain(formatTime(expectedDepartAt));
});

test('of a cancelled train, what to do', async () => {
  const { words } = await open({
    live: { ...live, runs: false, cut: 'train' },
    disruption: {
      disruptionId: 'd-1',
      kind: 'cancelled',
      bookedDepartAt: wallIn(DEPART),
      bookedArriveAt: wallIn(240 * MINUTE),
      foundAt: wallIn(0),
    },
  });
  await screen.findByText(words.seat.disrupted.cancelled);
  await screen.findByText(words.seat.chooseOther);
});
