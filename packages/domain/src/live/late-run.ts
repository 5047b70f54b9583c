// How late a train was at the stops that it has reached: what a late certificate says, and from when on there is one.
import type { LateCertificateRule } from '@kippu/contract/page-settings';
import { lateMinutes } from './late-minutes.ts';
import { expectedStops, type LiveLayer, type LiveSource, type StopKey } from './live-train.ts';

interface CalledStop {
  readonly stationId: string;
  /** Seconds since the start of the service day. */
  readonly arrive: number;
  readonly depart: number;
  readonly noAlighting?: true;
}

/** An arrival of a train, as it was last reported. */
export interface RunArrival {
  readonly key: StopKey;
  readonly stationId: string;
  /** By the timetable, in seconds since the start of the service day. */
  readonly planned: number;
  /** How late, in seconds; 0 for a train that was early. */
  readonly late: number;
  /** Who said so. */
  readonly source: LiveSource;
}

/** What is known of a train at a moment. */
interface RunNow {
  /** Merged so that nothing fades. */
  readonly live: LiveLayer | undefined;
  /** Who says how late it is. */
  readonly source: LiveSource;
  /** Seconds since the start of the service day. */
  readonly until: number;
}

/**
 * Lists the arrivals of a train until a moment: where it calls, passengers may leave it, and a source says how late it is.
 * @param before the arrivals that were recorded earlier. What a feed said of a stop stays when it no longer speaks of it, what the desk said does
 * not. All stay when the rest of the train is cancelled.
 */
export function arrivalsUntil(
  stops: readonly CalledStop[],
  { live, source, until }: RunNow,
  before: readonly RunArrival[] = [],
): RunArrival[] {
  if (live?.runs === false) return [...before];
  return expectedStops(stops, live).flatMap(({ key, arrive, isKnown, isSkipped }, at): RunArrival[] => {
    const stop = stops[at];
    if (!stop || at === 0 || isSkipped || stop.noAlighting) return [];
    if (!isKnown) return before.filter((each) => each.key === key && each.source === 'feed');
    if (arrive > until) return [];
    const late = Math.max(0, arrive - stop.arrive);
    return [{ key, stationId: stop.stationId, planned: stop.arrive, late, source }];
  });
}

/** Returns the arrival with the greatest delay, the first of several; undefined without arrivals. */
export const latestOf = <T extends Pick<RunArrival, 'late'>>(arrivals: readonly T[]): T | undefined =>
  arrivals.reduce<T | undefined>((most, each) => (most && most.late >= each.late ? most : each), undefined);

/** Whether the railway certifies so many seconds. Without a rule it certifies nothing. */
export const isCertified = (seconds: number, rule: LateCertificateRule | undefined): boolean =>
  rule !== undefined && lateMinutes(seconds) >= rule.fromMinutes;

/** The characters of check codes: no letter that looks like a digit, and no U. */
export const CHECK_CODE_CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 16 characters of 32: 80 bits. */
export const CHECK_CODE_LENGTH = 16;

/**
 * Returns the check code that somebody typed, without spaces and hyphens, with O read as 0, I and L as 1 (as Crockford's Base32); null if it
 * cannot be one.
 */
export function readCheckCode(typed: string): string | null {
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Dash}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const isCode =
    code.length === CHECK_CODE_LENGTH && [...code].every((each) => CHECK_CODE_CHARACTERS.includes(each));
  return isCode ? code : null;
}

/** Writes a check code in groups of four: 'K7QM-2X9D-…'. */
export const groupedCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');
