// What of a train's changes is news to a traveller who has reserved it, given what they were told before.

/** A reserved ride as it is now, or as its traveller was told. */
export interface RideState {
  /** Whether the train runs and calls at both stops. */
  readonly runs: boolean;
  /** When it leaves by the timetable, epoch milliseconds. */
  readonly departAt: number;
  /** How many minutes it leaves later than that; null where nothing is known any more. */
  readonly minutesLate: number | null;
  /** Null: not known. */
  readonly platform: string | null;
  /** Reserved seats that are not there any more. */
  readonly seatsGone: readonly string[];
}

/** The most urgent change first. */
export type RideNews = 'cancelled' | 'restored' | 'seatGone' | 'retimed' | 'platform' | 'late' | 'onTime';

/** A delay is told from so many minutes on, and each change by so many more. */
const LATE_MINUTES = 5;
/** A train that was late is on time again when at most this late. */
const ON_TIME_MINUTES = 1;
/** A mail about a delay is sent from so many minutes on, and for each so many more. */
const MAIL_MINUTES = 15;

/** That a delay is not known any more is no news: the train may still be late. */
function delayNews(told: RideState, { minutesLate: late }: RideState): 'late' | 'onTime' | undefined {
  if (late === null) return undefined;
  const toldLate = told.minutesLate ?? 0;
  if (toldLate > ON_TIME_MINUTES && late <= ON_TIME_MINUTES) return 'onTime';
  return late > ON_TIME_MINUTES && Math.abs(late - toldLate) >= LATE_MINUTES ? 'late' : undefined;
}

/**
 * Compares a ride with what its traveller was told.
 * @returns the most urgent news, undefined for none, and what the traveller was told with it: a delay too small to be told stays untold
 */
export function newsOfRide(
  told: RideState,
  now: RideState,
): { readonly news: RideNews | undefined; readonly told: RideState } {
  if (!now.runs) return { news: told.runs ? 'cancelled' : undefined, told: { ...told, runs: false } };
  const platform = now.platform ?? told.platform;
  if (!told.runs) return { news: 'restored', told: { ...now, platform } };
  const delay = delayNews(told, now);
  const hasLostSeat = now.seatsGone.some((seat) => !told.seatsGone.includes(seat));
  // That a platform becomes known is no change.
  const hasMoved = told.platform !== null && now.platform !== null && told.platform !== now.platform;
  const news = hasLostSeat
    ? 'seatGone'
    : told.departAt !== now.departAt
      ? 'retimed'
      : hasMoved
        ? 'platform'
        : delay;
  return { news, told: { ...now, platform, minutesLate: delay ? now.minutesLate : told.minutesLate } };
}

/** Returns how many mails about its delay a train this late is worth: one for each quarter of an hour. */
export const lateMailsOf = (minutesLate: number | null): number =>
  Math.max(0, Math.floor((minutesLate ?? 0) / MAIL_MINUTES));
