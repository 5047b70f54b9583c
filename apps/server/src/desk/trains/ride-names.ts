// The names of a ride's stations in five languages, for the desk's calls.
import type { Reservation } from '@kippu/contract/calls/traveller/seat';

export const rideNames = ({ from, to }: Pick<Reservation, 'from' | 'to'>) => ({
  fromNameCn: from.stationNameCn,
  fromNameEn: from.stationNameEn,
  fromNameJp: from.stationNameJp,
  fromNameKr: from.stationNameKr,
  fromNameTc: from.stationNameTc,
  toNameCn: to.stationNameCn,
  toNameEn: to.stationNameEn,
  toNameJp: to.stationNameJp,
  toNameKr: to.stationNameKr,
  toNameTc: to.stationNameTc,
});
