// Answers about a train say how the traveller's own next train runs now; those about messages, whether this phone gets them.
import { readPush } from '@kippu/contract/calls/traveller/push';
import { reserveList, type Reservation } from '@kippu/contract/calls/traveller/seat';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { aReservation, wallIn } from '../../test/factories.ts';
import { FakeServer, succeeds } from '../../test/fake-server.ts';
import { PUBLIC_KEY, removePush, stubPush } from '../../test/push-stub.ts';
import { renderApp } from '../../test/render-app.tsx';
import { faqUrl } from '../app/storage/operator-texts.ts';
import { formatTime } from '../i18n/format.ts';

afterEach(removePush);
const MINUTE = 60_000;
const DEPART = 180 * MINUTE;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const ENTRY = {
  faqId: 'delay',
  question: 'Late?',
  variants: [],
  answer: 'See below.',
  action: 'openReservations',
};
const PUSH_ENTRY = { ...ENTRY, faqId: 'push', question: 'Told?', action: 'openPush' };
const BOOK = {
  categories: [{ category: 'seat', name: 'Seats', entries: [ENTRY, PUSH_ENTRY] }],
  elsewhere: [],
  names: [],
  words: [],
};

/** Opens the answer of a traveller with a reservation. */
async function open(of: Partial<Reservation> = {}, prepare: (server: FakeServer) => void = () => undefined) {
  const server = new FakeServer();
  prepare(server);
  const reservation = aReservation({ departAt: wallIn(DEPART), arriveAt: wallIn(240 * MINUTE), ...of });
  server.answer(reserveList, () => succeeds({ items: [reservation] }));
  const { fetch } = server;
  Object.assign(server, {
    fetch: (input: string, init: RequestInit) =>
      String(input).endsWith(faqUrl('en')) ? Promise.resolve(Response.json(BOOK)) : fetch(input, init),
  });
  const { words } = await renderApp('help', { view: 'browse' }, { server });
  await screen.findAllByText(ENTRY.answer);
  return { words, reservation };
}
const live = { asOf: wallIn(-MINUTE), isOld: false, runs: true, hasLeft: false };

test('the new time and the platform of a late train', async () => {
  // The planned time is made a moment later.
  const expectedDepartAt = wallIn(DEPART + 20.5 * MINUTE);
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

test('whether this phone gets messages, about what, and when none', async () => {
  const none = await open();
  await screen.findByText(none.words.push.noneTitle);
  cleanup();
  const phone = stubPush();
  const { words } = await open();
  await screen.findByText(words.push.offTitle);
  cleanup();
  phone.permission = 'granted';
  phone.renew('https://fcm.googleapis.com/fcm/send/1');
  const on = { topics: ['departure', 'change'], quiet: { from: '22:00', to: '07:00' }, language: 'en' };
  await open({}, (server) => server.answer(readPush, () => succeeds({ publicKey: PUBLIC_KEY, on })));
  await screen.findByText(words.push.onTitle);
  const { change, departure } = words.push.topic;
  await screen.findByText(`${words.push.topics}: ${departure.name} and ${change.name}`);
  await screen.findByText(`${words.push.quiet}: 22:00–07:00`);
});
