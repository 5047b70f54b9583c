// The home lists what waits first, with its count and page, and reads it again while it is open.
import { deskHome } from '@kippu/contract/calls/desk/home';
import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { MAX_COUNTED } from '@kippu/contract/limits';
import { aHome, wallIn } from '../../test/factories.ts';
import { FakeServer } from '../../test/fake-server.ts';
import { renderDesk } from '../../test/render-desk.tsx';

afterEach(() => vi.useRealTimers());

const opened = async (home: ReturnType<typeof aHome>) => {
  const server = new FakeServer();
  server.give(deskHome, home);
  await renderDesk('', { server });
  await screen.findByText('What waits');
  return server;
};
const rows = () =>
  within(screen.getByRole('main'))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

test('without anything that waits, it says so and names what it looked at', async () => {
  await opened(aHome());
  expect(screen.getByText('Nothing waits')).toBeTruthy();
  expect(screen.getByText(/^None: .*Gate conflicts · Gates that do not report · Messages/)).toBeTruthy();
  expect(rows().map(([, href]) => href)).toEqual(['#/trains']);
});

test('what waits is listed by urgency, each with its count, its age and its page; the rest is named', async () => {
  await opened(
    aHome({
      conflicts: { count: MAX_COUNTED, since: '2026-12-01 08:00:00' },
      mails: { count: 2, since: '2026-12-01 07:00:00' },
      cuts: { trains: 12, days: 1 },
      attacks: { signIns: 40, accounts: 0, codes: 0 },
    }),
  );
  expect(rows().slice(0, 4)).toEqual([
    [expect.stringMatching(/^40Suspicious sign-ins/), '#/record'],
    [expect.stringMatching(/^12Trains that a feed wants to cancel/), '#/trains'],
    ['1,000+Gate conflictsOldest: 1 Dec 2026, 08:00', '#/gates'],
    [expect.stringMatching(/^2Unsent mails/), '#/mails'],
  ]);
  expect(screen.queryByText('Nothing waits')).toBeNull();
  expect(screen.getByText(/^None: .*Messages without an answer/)).toBeTruthy();
});

test('parts that the role may not open are not shown, not even as zero', async () => {
  const { messages, cuts, silentMinutes } = aHome();
  await opened({ messages: messages!, cuts: cuts!, silentMinutes });
  expect(screen.getByText(/^None: /).textContent).toBe(
    'None: Trains that a feed wants to cancel or shorten · Messages without an answer',
  );
  expect(screen.queryByText('Today’s trains')).toBeNull();
});

test('today’s trains have their load, and open', async () => {
  const names = { trainNameEn: 'EXPRESS', fromNameEn: 'Airport', toNameEn: 'Kyoto' };
  const load = aHome().load!;
  const train = { ...load.fullest[0], departureId: 'd1', trainNo: '14', seats: 200, reserved: 150 };
  const whole = (prefix: string) =>
    Object.fromEntries(['Cn', 'En', 'Jp', 'Kr', 'TC'].map((suffix) => [prefix + suffix, '']));
  const full = {
    ...{ ...whole('trainName'), ...whole('fromName'), ...whole('toName'), ...names, ...train },
    departAt: '2026-12-01 14:15:00',
  } as (typeof load.fullest)[number];
  await opened(
    aHome({ load: { ...load, trains: 1, seats: 200, reserved: 150, fullest: [full], soonest: [] } }),
  );
  expect(screen.getByText('Trains: 1 · reserved seats: 150 of 200')).toBeTruthy();
  expect(rows().at(-1)).toEqual(['14:15EXPRESS 14Airport → Kyoto150 / 200', '#/trains/d1']);
  expect(screen.getByText('No more trains today')).toBeTruthy();
});

test('it is read again while it is open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = await opened(aHome());
  server.give(deskHome, aHome({ messages: { count: 3, since: wallIn(0) } }));
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  expect(rows()[0]).toEqual([expect.stringMatching(/^3Messages without an answer/), '#/feedback']);
});
