// The desk's home: what waits for staff, counted, and how full today's trains are.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/home.ts';
import { MAX_COUNTED } from '../../limits.ts';
import { Count, WireDate, WireTime, nameFields } from '../../fields.ts';

const Waiting = strict({
  /** MAX_COUNTED means so many, or more. */
  count: Type.Integer({ minimum: 0, maximum: MAX_COUNTED }),
  /** Since when the oldest waits; absent if none does. */
  since: Type.Optional(WireTime),
});

const HomeTrain = strict({
  departureId: Type.String(),
  trainNo: Type.String(),
  ...nameFields('trainName'),
  ...nameFields('fromName'),
  ...nameFields('toName'),
  /** When it is expected to leave its first stop. */
  departAt: WireTime,
  /** Reservable seats in all cars. */
  seats: Count,
  /** Reserved seats on its busiest leg. */
  reserved: Count,
});
export type HomeTrain = Static<typeof HomeTrain>;

/**
 * What waits, by the role: a part is absent where the caller may not open what it counts. It holds counts alone, and nothing of a traveller.
 */
export const deskHome = defineCall(routes.deskHome, {
  data: strict({
    /** Open conflicts of gates. */
    conflicts: Type.Optional(Waiting),
    /** Travellers' messages that nobody has handled. */
    messages: Type.Optional(Waiting),
    /** Mails, and messages to phones that are not out of date, that were given up. */
    mails: Type.Optional(Waiting),
    /** Trains that feeds want to cancel or to shorten, and that wait for the desk. */
    cuts: Type.Optional(strict({ trains: Count, days: Count })),
    /** Feeds that were sent in the last day and have errors, while no later one was accepted. */
    refusedFeeds: Type.Optional(Waiting),
    /** Open gates that have not called for `silentMinutes`. */
    gates: Type.Optional(Waiting),
    silentMinutes: Count,
    /** Endpoints of open partners that are disabled: their events wait. */
    webhooks: Type.Optional(Waiting),
    /** Attacks that are going on. Zero below what typing errors explain. */
    attacks: Type.Optional(
      strict({
        /** Failed sign-ins of staff in the last 24 hours, if the last two hours have more than usual. */
        signIns: Count,
        /** Travellers' accounts that are locked now because of wrong passwords. */
        accounts: Count,
        /** Wrong links and codes of tickets in the last ten minutes. */
        codes: Count,
      }),
    ),
    /** The trains of today that run and have reservable seats. */
    load: Type.Optional(
      strict({
        date: WireDate,
        trains: Count,
        seats: Count,
        /** On the busiest leg of each. */
        reserved: Count,
        /** Of those that have not arrived: the fullest, and the next to leave; at most three each. */
        fullest: Type.Array(HomeTrain),
        soonest: Type.Array(HomeTrain),
      }),
    ),
  }),
});
