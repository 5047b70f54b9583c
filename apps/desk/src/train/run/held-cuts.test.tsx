// The box that asks whether a feed may cancel many trains.
import { deskAllowCuts, deskHeldCuts, deskKeepRunning } from '@kippu/contract/calls/desk/live';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aHeldCut } from '../../../test/factories.ts';
import { FakeServer } from '../../../test/fake-server.ts';
import { press, renderDesk } from '../../../test/render-desk.tsx';

const LIST = '#/trains?date=2026-12-01';
const waiting = () => {
  const server = new FakeServer();
  server.give(deskHeldCuts, { items: [aHeldCut()] });
  return server;
};

test.each([
  ['Allow', deskAllowCuts, 'Cancel trains: 12?'],
  ['Keep running', deskKeepRunning, 'Keep trains running: 12?'],
] as const)('%s is asked once, and sent for this feed and day', async (name, call, question) => {
  const server = waiting();
  await renderDesk(LIST, { server });
  await screen.findByText('Feed 1 wants to cancel trains on Tue 1 Dec 2026: 12');
  expect(screen.getByText(/lose their train: 9 \(reservations: 5\)/)).toBeTruthy();
  await press(name);
  await screen.findByText(question);
  expect(server.of(call)).toEqual([]);
  server.give(deskHeldCuts, { items: [] });
  await press(name);
  await waitFor(() => expect(screen.queryByText(/wants to cancel/)).toBeNull());
  expect(server.of(call).map(({ body }) => body)).toEqual([{ feed: 1, serviceDate: '2026-12-01' }]);
});

test('counter staff see that trains wait, and do not decide', async () => {
  await renderDesk(LIST, { server: waiting(), staff: { role: 'counter' } });
  await screen.findByText(/wants to cancel/);
  expect(screen.queryByText('Allow')).toBeNull();
});
