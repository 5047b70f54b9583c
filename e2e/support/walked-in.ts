// What a journey is repeated with: languages, colour schemes and pairs of them.
import type { Language } from '@kippu/contract/languages';

const all = process.env['LONG_TESTS'] === '1';

/** The number of the day. To repeat the variants of another day, set it in E2E_DAY. */
const day = Number(process.env['E2E_DAY']);

/** Returns one of the variants, another one each day, and all of them for `npm run test:long`. */
export const ofToday = <T>(...variants: readonly [T, ...T[]]): readonly T[] =>
  all ? variants : variants.slice(day % variants.length).slice(0, 1);

/** Whether the n-th of many checks is done with a variant: with one of them, in turn; with all for `npm run test:long`. */
export const isTurnOf = (variant: number, variants: number, n: number): boolean =>
  all || (n + day) % variants === variant;

/** Returns the last of the languages for each run of the journeys, and all of them for `npm run test:long`. */
export const walkedIn = <L extends Language>(...languages: readonly L[]): readonly L[] =>
  all ? languages : languages.slice(-1);
