// Many conflicts are resolved in one act, and the page says what was left.
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deskGateConflicts, deskSettleGateConflicts } from '@kippu/contract/calls/desk/issue';
import { aConflict } from '../../test/factories.ts';
import { FakeServer } from '../../test/fake-server.ts';
import { fill, press, renderDesk } from '../../test/render-desk.tsx';

const listed = (...ids: string[]) => ({ items: ids.map((conflictId) => aConflict({ conflictId })) });

test('the chosen ones are sent with one reason; those that changed meanwhile are named', async () => {
  const server = new FakeServer();
  server.give(deskGateConflicts, listed('12', '11', '10'));
  server.give(deskSettleGateConflicts, { settled: 1, left: 1, more: false });
  await renderDesk('#/gates', { server });
  const boxes = await screen.findAllByRole('checkbox');
  for (const box of [boxes[0], boxes[2]]) if (box) fireEvent.click(box);
  await press('Resolve the 2 chosen');
  await fill('Reason', 'The gate was stolen.');
  await press('Resolve 2 conflicts');
  expect(await screen.findByText('1 conflict is resolved.')).toBeTruthy();
  expect(screen.getByText(/1 was resolved by somebody else before/)).toBeTruthy();
  expect(server.of(deskSettleGateConflicts)).toMatchObject([
    { body: { conflictIds: ['12', '10'], note: 'The gate was stolen.' } },
  ]);
});

test('all of one gate and kind are resolved up to the newest that is shown', async () => {
  const server = new FakeServer();
  server.give(deskGateConflicts, listed('12', '11'));
  server.give(deskSettleGateConflicts, { settled: 500, left: 0, more: true });
  await renderDesk('#/gates?gate=gate-0001&kind=afterClosing', { server });
  await press('Resolve all of this gate');
  await fill('Reason', 'Stolen.');
  await press('Resolve them all');
  expect(await screen.findByText(/More of them are open/)).toBeTruthy();
  expect(server.of(deskSettleGateConflicts)).toMatchObject([
    { body: { gate: { gateId: 'gate-0001', upTo: '12', kind: 'afterClosing' }, note: 'Stolen.' } },
  ]);
});
