// Where a ride begins and ends, in five languages, as the desk's calls name it.
import type { Reservation } from '@kippu/contract/seat';

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
