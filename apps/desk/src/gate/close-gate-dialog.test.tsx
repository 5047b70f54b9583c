// A closed gate is closed again as of an earlier time, in words that say what that does.
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deskCloseGate, deskGateList } from '@kippu/contract/calls/desk/gates';
import { aGate } from '../../test/factories.ts';
import { FakeServer } from '../../test/fake-server.ts';
import { fill, press, renderDesk } from '../../test/render-desk.tsx';

const GATE = aGate({ closedAt: '2026-04-01 10:00:00' });

test('a closed gate asks for a time, and counts fewer passages', async () => {
  const server = new FakeServer();
  server.give(deskGateList, { items: [GATE] });
  server.give(deskCloseGate, { ...GATE, countsUntil: '2026-04-01 08:30:00' });
  await renderDesk('#/gates/list', { server });
  await press('Count fewer passages');
  expect(screen.getByText(/^Its passages count up to .*10:00\. With an earlier time/)).toBeTruthy();
  await press('Count up to this time');
  expect(screen.getByText('Enter a time')).toBeTruthy();
  expect(server.of(deskCloseGate)).toEqual([]);
  await fill('Last correct use (Japan time)', '2026-04-01T08:30');
  await press('Count up to this time');
  expect(await screen.findByText('Fewer passages count now')).toBeTruthy();
  expect(server.of(deskCloseGate)).toMatchObject([
    { body: { gateId: 'gate-0001', countsUntil: '2026-04-01 08:30:00' } },
  ]);
});
