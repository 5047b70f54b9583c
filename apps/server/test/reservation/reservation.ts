// A reservation and its disruption, for tests of texts.
import type { Disruption, Reservation } from '@kippu/contract/calls/traveller/seat';

const station = (stationId: string): Reservation['from'] => ({
  stationId,
  code: '',
  lat: 0,
  lon: 0,
  region: '',
  gate: 'qr',
  haruka: true,
  stationNameJp: stationId,
  stationNameEn: stationId,
  stationNameKr: stationId,
  stationNameCn: stationId,
  stationNameTc: stationId,
});
/** Later than booked, after midnight. */
export const RETIMED: Disruption = {
  disruptionId: 'd',
  kind: 'retimed',
  foundAt: '2026-12-31 09:00:00',
  bookedDepartAt: '2026-12-31 15:00:00',
  bookedArriveAt: '2026-12-31 16:20:00',
};
/** On HARUKA 62 at New Year. */
export const RESERVATION: Reservation = {
  reservationId: 'r',
  state: 1,
  departureId: 'haruka-62@2026-12-31',
  trainNo: '62',
  direction: 'inbound',
  trainNameJp: 'はるか',
  trainNameEn: 'HARUKA',
  trainNameKr: '하루카',
  trainNameCn: 'HARUKA',
  trainNameTc: 'HARUKA',
  date: '2027-01-01',
  departAt: '2027-01-01 00:30:00',
  arriveAt: '2027-01-01 12:05:00',
  from: station('kix'),
  to: station('kyoto'),
  car: 4,
  seats: [{ ticketId: 't', seatInfo: '4-1A', seatType: 'reserved', carClass: 'ordinary' }],
  changeableUntil: '2027-01-01 00:25:00',
  reservedAt: '2026-12-01 10:00:00',
};
