// The languages that a journey is repeated in.
import type { Language } from '@kippu/contract/languages';

/** Returns the last of the languages for each run of the journeys, and all of them for `npm run test:long`. */
export const walkedIn = <L extends Language>(...languages: readonly L[]): readonly L[] =>
  process.env['LONG_TESTS'] === '1' ? languages : languages.slice(-1);
