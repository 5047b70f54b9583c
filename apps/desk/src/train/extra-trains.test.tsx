// Trains that feeds add, below the trains of a day.
import { deskOccupancy } from '@kippu/contract/calls/desk/occupancy';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aDeparture } from '../../test/factories.ts';
import { FakeServer } from '../../test/fake-server.ts';
import { renderDesk } from '../../test/render-desk.tsx';

test('an extra train is listed with its times, and cannot be opened', async () => {
  const server = new FakeServer();
  const { stops, trainNameJp, trainNameEn, trainNameKr, trainNameCn, trainNameTc } = aDeparture();
  const names = { trainNameJp, trainNameEn, trainNameKr, trainNameCn, trainNameTc };
  server.give(deskOccupancy, {
    date: '2026-12-01',
    from: '2026-12-01',
    to: '2026-12-02',
    trains: [],
    extra: [{ ...names, tripId: 'extra-9', trainNo: '', stops }],
  });
  await renderDesk('#/trains?date=2026-12-01', { server });
  await screen.findByText('Extra trains: 1');
  const line = screen.getByText('extra-9').closest('li');
  expect(line?.textContent).toContain(stops[0]?.departAt?.slice(11, 16));
  expect(line?.querySelector('a')).toBeNull();
});
