// Seats of very late trains at the desk: the list, its file, and the way there.
import { deskSeatRefunds } from '@kippu/contract/calls/desk/occupancy';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aSeatRefund, TICKET_NO } from '../../test/factories.ts';
import { FakeServer } from '../../test/fake-server.ts';
import { press, renderDesk } from '../../test/render-desk.tsx';

test('the list names ticket, seat and delay, and is saved as a file', async () => {
  const server = new FakeServer();
  server.give(deskSeatRefunds, {
    items: [aSeatRefund(), aSeatRefund({ refundId: '8', seat: '4-2B', minutes: 131 })],
  });
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:file';
  });
  await renderDesk('#/trains', { server });
  await press('Refunds for late trains');
  await screen.findByText('4-2B');
  expect(document.body.textContent).toContain('131');
  await press('Save as CSV');
  const lines = ((await blobs[0]?.text()) ?? '').trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]).toContain(`${TICKET_NO},In use,1,`);
  expect(lines[2]).toMatch(/,4-2B,[^,]+,131,/);
});

test('nothing to refund says so', async () => {
  const server = new FakeServer();
  server.give(deskSeatRefunds, { items: [] });
  await renderDesk('#/trains/refunds', { server });
  await screen.findByText('No seats to refund');
});
