// For tests only: a list of a train with four stops on the day of the golden vectors.
import { namesOf } from '@kippu/contract/names';
import type { SeatList } from '../src/inspector/seat-list.ts';

const stop = (stationId: string, ja: string, en: string) => ({
  stationId,
  ...namesOf({ stationNameJp: ja, stationNameEn: en }, 'stationName'),
});

/** Returns a list made at 11:50, ten minutes before the vectors' noon; car 5 is missing. */
export function seatList(change: Partial<SeatList> = {}): SeatList {
  return {
    departureId: 'haruka-14@2026-11-28',
    serviceDate: '2026-11-28',
    trainNo: '14',
    ...namesOf({ trainNameJp: 'はるか', trainNameEn: 'HARUKA' }, 'trainName'),
    onTicket: 'はるか 14',
    runs: true,
    madeAt: '2026-11-28 11:50:00',
    endsAt: '2026-11-29 00:00:00',
    stops: [
      { ...stop('kansai-airport', '関西空港', 'Kansai-Airport'), departAt: '2026-11-28 10:15:00' },
      {
        ...stop('tennoji', '天王寺', 'Tennoji'),
        arriveAt: '2026-11-28 10:33:00',
        departAt: '2026-11-28 10:35:00',
      },
      { ...stop('osaka', '大阪', 'Osaka'), arriveAt: '2026-11-28 11:00:00', departAt: '2026-11-28 11:02:00' },
      { ...stop('kyoto', '京都', 'Kyoto'), arriveAt: '2026-11-28 12:30:00' },
    ],
    cars: [{ car: 4, carClass: 'standard', rows: 2, letters: ['A', 'B', '', 'C', 'D'] }],
    lostCars: [5],
    nonReservedCars: [6],
    seats: [],
    ...change,
  };
}
