// What the page says of the servers that serve the timetable, and of the reservations that are moved to it.
import { deskFeed } from '@kippu/contract/calls/desk/timetable';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { theFeed } from '../../test/factories.ts';
import { FakeServer } from '../../test/fake-server.ts';
import { renderDesk } from '../../test/render-desk.tsx';

type Servers = ReturnType<typeof theFeed>['servers'];

async function openWith(change: Partial<ReturnType<typeof theFeed>>): Promise<void> {
  const server = new FakeServer();
  server.give(deskFeed, { ...theFeed(), ...change });
  await renderDesk('#/timetable', { server });
}

test.each<[string, Servers, string]>([
  [
    'all of several serve it',
    { running: 3, serving: 3, since: '2026-12-01 09:30:00', faults: [] },
    'In effect on all 3 since',
  ],
  [
    'the only one serves it',
    { running: 1, serving: 1, since: '2026-12-01 09:30:00', faults: [] },
    'In effect since',
  ],
  ['one does not serve it yet', { running: 3, serving: 2, faults: [] }, 'Not yet taken up by 1 of 3'],
  ['none has reported', { running: 0, serving: 0, faults: [] }, 'No server has reported yet'],
])('%s', async (_name, servers, words) => {
  await openWith({ servers });
  expect(await screen.findByText(words, { exact: false })).toBeTruthy();
  expect(screen.queryByText('A server cannot read this timetable')).toBeNull();
});

test('a server that cannot read it is reported with its reason', async () => {
  const fault = 'products.json: pass-1 opens no gate';
  await openWith({ servers: { running: 2, serving: 1, faults: [fault] } });
  expect(await screen.findByText('A server cannot read this timetable')).toBeTruthy();
  expect(screen.getByText(fault)).toBeTruthy();
});

test.each([
  [true, 'All up to date, 4 changed'],
  [false, 'Being brought up to date, 4 changed so far'],
])('reservations moved to it: %s', async (moved, words) => {
  await openWith({ reservations: { moved, disrupted: 4 } });
  expect(await screen.findByText(words)).toBeTruthy();
});
