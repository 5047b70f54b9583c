import { reserveList, type Reservation } from '@kippu/contract/calls/traveller/seat';
import { afterEach, expect, test } from 'vitest';
import { queryClient, queryKey } from '../../app/query/queries.ts';
import { takeReservation } from './seat-queries.ts';

const reservation = (reservationId: string, trainNo: string): Reservation => ({
  reservationId,
  trainNo,
  state: 1,
  departureId: `haruka-${trainNo}@2026-11-29`,
  date: '2026-11-29',
  trainNameCn: '',
  trainNameEn: 'HARUKA',
  trainNameJp: '',
  trainNameTc: '',
  trainNameKr: '',
  direction: 'inbound',
  from: kyoto,
  to: kyoto,
  seats: [],
  car: 2,
  departAt: '2026-11-29 08:40:00',
  arriveAt: '2026-11-29 09:20:00',
  changeableUntil: '2026-11-29 08:35:00',
  reservedAt: '2026-11-28 12:00:00',
});
const kyoto: Reservation['from'] = {
  stationId: 'kyoto',
  code: 'KD-08',
  lat: 35,
  lon: 135.7,
  region: 'kyoto',
  gate: 'qr',
  haruka: true,
  stationNameCn: '',
  stationNameEn: 'Kyoto',
  stationNameJp: '京都',
  stationNameTc: '',
  stationNameKr: '',
};

afterEach(() => queryClient.clear());

test('a changed reservation appears in every list at once, before the lists are refetched', () => {
  const [old, other] = [reservation('r1', '8'), reservation('r2', '20')];
  const single = queryKey(reserveList, { tab: 'upcoming' });
  const paged = [reserveList.name, { tab: 'upcoming', paged: true }];
  queryClient.setQueryData(single, { items: [old, other] });
  queryClient.setQueryData(paged, { pages: [{ items: [old] }, { items: [other] }], pageParams: ['', 'x'] });
  const changed = reservation('r1', '10');
  takeReservation(changed);
  expect(queryClient.getQueryData(single)).toEqual({ items: [changed, other] });
  expect(queryClient.getQueryData(paged)).toMatchObject({
    pages: [{ items: [changed] }, { items: [other] }],
  });
});
