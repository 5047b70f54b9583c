// Which of a train's changes are news to a traveller who has reserved it, given what they know.

/** A reserved ride as it is now, or as its traveller knows it. */
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

/** A delay is news from so many minutes on, and each change of it by as many. */
const LATE_MINUTES = 5;
/** A train that was late is on time again when at most this late. */
const ON_TIME_MINUTES = 1;
/** A mail about a delay is sent from so many minutes on, and for each so many more. */
const MAIL_MINUTES = 15;

/** Returns the news of a delay. A delay that is not known any more is no news: the train may still be late. */
function delayNews(known: RideState, { minutesLate: late }: RideState): 'late' | 'onTime' | undefined {
  if (late === null) return undefined;
  const knownLate = known.minutesLate ?? 0;
  if (knownLate > ON_TIME_MINUTES && late <= ON_TIME_MINUTES) return 'onTime';
  return late > ON_TIME_MINUTES && Math.abs(late - knownLate) >= LATE_MINUTES ? 'late' : undefined;
}

/**
 * Compares a ride with what its traveller knows.
 * @returns the most urgent news, undefined for none, and what the traveller knows with it: a change of the delay that is too small to be news
 *   leaves the delay that they know
 */
export function newsOfRide(
  known: RideState,
  now: RideState,
): { readonly news: RideNews | undefined; readonly known: RideState } {
  if (!now.runs) return { news: known.runs ? 'cancelled' : undefined, known: { ...known, runs: false } };
  const platform = now.platform ?? known.platform;
  if (!known.runs) return { news: 'restored', known: { ...now, platform } };
  const delay = delayNews(known, now);
  const hasLostSeat = now.seatsGone.some((seat) => !known.seatsGone.includes(seat));
  // That a platform becomes known is no change.
  const hasMoved = known.platform !== null && now.platform !== null && known.platform !== now.platform;
  const news = hasLostSeat
    ? 'seatGone'
    : known.departAt !== now.departAt
      ? 'retimed'
      : hasMoved
        ? 'platform'
        : delay;
  return { news, known: { ...now, platform, minutesLate: delay ? now.minutesLate : known.minutesLate } };
}

/** Returns how many mails about its delay a train this late is worth: one for each quarter of an hour. */
export const lateMailsOf = (minutesLate: number | null): number =>
  Math.max(0, Math.floor((minutesLate ?? 0) / MAIL_MINUTES));
