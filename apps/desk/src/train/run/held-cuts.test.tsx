// The box that asks whether a feed may cancel many trains.
import { deskAllowCuts, deskHeldCuts, deskKeepRunning } from '@kippu/contract/calls/desk/live';
import { fireEvent, screen, waitFor } from '@testing-library/react';
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
  ['Allow', deskAllowCuts, 'Cancel trains: 12?', { trains: 12 }],
  ['Keep running', deskKeepRunning, 'Keep trains running: 12?', { trains: 12 }],
] as const)('%s is asked once, and sent for this feed and day', async (name, call, question, seen) => {
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
  expect(server.of(call).map(({ body }) => body)).toEqual([{ feed: 1, serviceDate: '2026-12-01', ...seen }]);
});

test('the box says what of it is a train without some stops, and what feeds have done already', async () => {
  const server = new FakeServer();
  server.give(deskHeldCuts, {
    items: [aHeldCut({ shortened: 2, applied: 4 }), aHeldCut({ feed: 2, trains: 3, shortened: 3 })],
  });
  await renderDesk(LIST, { server });
  await screen.findByText(
    'Feed 1 wants to cancel trains on Tue 1 Dec 2026: 10, and others to leave out stops: 2',
  );
  screen.getByText('Feed 2 wants trains on Tue 1 Dec 2026 to leave out stops: 3');
  screen.getByText(/cancelled or shortened that day already: 4\./);
  const [allow] = screen.getAllByText('Allow');
  if (allow) fireEvent.click(allow);
  await screen.findByText('Let the feed cancel or shorten trains: 12?');
  screen.getByText(/nor from or to stops that are left out/);
});

test('beside the question whether to cancel trains, no button is called Cancel', async () => {
  const server = waiting();
  await renderDesk(LIST, { server });
  await screen.findByText('Allow');
  await press('Allow');
  await screen.findByText('Cancel trains: 12?');
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await press('Decide later');
  expect(screen.queryByText('Cancel trains: 12?')).toBeNull();
  expect(server.of(deskAllowCuts)).toEqual([]);
});

test('counter staff see that trains wait, and do not decide', async () => {
  await renderDesk(LIST, { server: waiting(), staff: { role: 'counter' } });
  await screen.findByText(/wants to cancel/);
  expect(screen.queryByText('Allow')).toBeNull();
});
