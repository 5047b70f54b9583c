// Late certificates: that a train was late, from the railway. They name no traveller, and anybody with the check code may read them.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import { Count, nameFields, WireDate, WireTime } from '../../fields.ts';
import * as routes from '../../routes/traveller/late.ts';

/** 16 characters of Crockford's Base32, without hyphens. */
export const CheckCode = Type.String({ maxLength: 16, pattern: '^[0-9A-HJKMNP-TV-Z]{16}$' });

const train = {
  code: CheckCode,
  trainNo: Type.String(),
  ...nameFields('trainName'),
  /** Where the train begins and ends. */
  ...nameFields('fromName'),
  ...nameFields('toName'),
  /** By the timetable, at its first station. */
  departAt: WireTime,
  /** The greatest delay at a station where it has arrived, in full minutes. */
  mostMinutes: Count,
};
export const LateTrain = strict(train);
export type LateTrain = Static<typeof LateTrain>;

export const LateCertificate = strict({
  ...train,
  /** As its timetable names it. */
  railway: Type.String(),
  arrivals: Type.Array(
    strict({
      stationId: Type.String(),
      ...nameFields('stationName'),
      plannedAt: WireTime,
      /** As last reported. */
      arrivedAt: WireTime,
      /** Full minutes. */
      minutes: Count,
    }),
  ),
  /** Who reported the greatest delay, and when. */
  source: Type.Enum(['feed', 'desk']),
  saidAt: WireTime,
  /** While the train runs, stations are added, and each time it is issued again. */
  issuedAt: WireTime,
});
export type LateCertificate = Static<typeof LateCertificate>;

/**
 * The trains that left their first station on a date and for which there is a certificate, the earliest first: of the past days that the
 * railway lists, else none.
 */
export const listLateTrains = defineCall(routes.listLateTrains, {
  query: strict({ date: WireDate }),
  data: Type.Array(LateTrain),
});

/** REQ-0005: no certificate has this code, or its train was not late after all. */
export const loadLateCertificate = defineCall(routes.loadLateCertificate, {
  query: strict({ code: CheckCode }),
  data: LateCertificate,
  refusals: ['REQ-0005'],
});
