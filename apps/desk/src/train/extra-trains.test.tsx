// Trains that feeds add, below the trains of a day: staff give one cars, and take them away.
import { deskChangeAddedTrain, deskTryAddedTrain } from '@kippu/contract/calls/desk/live';
import { deskDeparture, deskOccupancy } from '@kippu/contract/calls/desk/occupancy';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aDayWithExtra, aDeparture } from '../../test/factories.ts';
import { FakeServer } from '../../test/fake-server.ts';
import { fill, press, renderDesk } from '../../test/render-desk.tsx';

const opened = async (role: 'editor' | 'counter' = 'editor', day = aDayWithExtra()) => {
  const server = new FakeServer();
  server.give(deskOccupancy, day);
  await renderDesk('#/trains?date=2026-12-01', { server, staff: { role } });
  await screen.findByText('Extra trains: 1');
  return server;
};

test('an extra train is listed with its times, and cannot be opened', async () => {
  const day = aDayWithExtra();
  await opened('editor', day);
  const line = screen.getByText('extra-9').closest('li');
  expect(line?.textContent).toContain(day.extra[0]?.stops[0]?.departAt?.slice(11, 16));
  expect(line?.querySelector('a')).toBeNull();
});

test('staff who may not change trains give no cars', async () => {
  await opened('counter');
  expect(screen.queryByRole('button', { name: /^Give it cars/ })).toBeNull();
});

test('a train gets a number, a formation and its missing cars, and its page opens', async () => {
  const server = await opened();
  await press('Give it cars and sell seats HARUKA');
  await press('Sell seats');
  await screen.findByText('Please give the train number.');
  expect(server.of(deskChangeAddedTrain)).toEqual([]);
  await fill(/^Train number/, '9001');
  fireEvent.click(screen.getByLabelText('Car 2'));
  await screen.findByText('No reservation is touched');
  await press('Sell seats');
  await waitFor(() => expect(location.hash).toContain('trains/haruka-1'));
  const change = {
    tripId: 'extra-9',
    serviceDate: '2026-12-01',
    cars: { trainNo: '9001', formation: 'nine', lostCars: [2] },
  };
  expect(server.of(deskChangeAddedTrain)[0]?.body).toEqual(change);
  expect(server.of(deskTryAddedTrain).at(-1)?.body).toEqual(change);
});

test('the seats of a sold train are taken out of sale, after the count of who loses it', async () => {
  const server = new FakeServer();
  const nobody = { reservations: 0, travellers: 0 };
  server.give(deskDeparture, { ...aDeparture(), addedAs: 'extra-9' });
  server.give(deskTryAddedTrain, {
    losesTrain: { reservations: 2, travellers: 3 },
    losesSeat: nobody,
    later: nobody,
    earlier: nobody,
    restored: nobody,
    unchanged: nobody,
  });
  await renderDesk('#/trains/haruka-1@2026-12-01', { server, staff: { role: 'editor' } });
  await press('Take seats out of sale');
  await screen.findByText('Travellers who lose their train: 3 (reservations: 2)');
  const buttons = screen.getAllByRole('button', { name: 'Take seats out of sale' });
  buttons.at(-1)?.click();
  await waitFor(() => expect(location.hash).toContain('date=2026-12-01'));
  expect(server.of(deskChangeAddedTrain)[0]?.body).toEqual({
    tripId: 'extra-9',
    serviceDate: aDeparture().serviceDate,
    cars: null,
  });
});
