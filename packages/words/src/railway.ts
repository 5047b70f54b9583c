// The railway's own names in texts that are otherwise the same for every railway. A process and a page serve one railway, so they
// are set once at the start, as its zone is.
import { setTrainForms } from './train/train-name.ts';

export interface RailwayNames {
  readonly appName: string;
  /** The name of the railway's zone as travellers say it, such as 'Central European time', by language. */
  readonly zoneName: Readonly<Record<string, string>>;
  /** How the railway calls a train, by language, with {name} and {no}. A language that is absent has its usual form. */
  readonly trainName?: Readonly<Record<string, string>> | undefined;
  /** The language of a name that has none in the language asked for. */
  readonly fallback: string;
}

let railway: RailwayNames | undefined;

function given(): RailwayNames {
  if (!railway) throw new Error('setRailway has not been called');
  return railway;
}

/** Sets the names of the railway that this process or page serves. */
export function setRailway(names: RailwayNames): void {
  railway = names;
  setTrainForms(names.trainName);
}

/** Returns the app's name. Throws Error before setRailway. */
export const appName = (): string => given().appName;

/**
 * Returns the app's name as the beginning of a file's name: small letters of any script and digits, 'tickets' if it has none.
 * Throws Error before setRailway.
 */
export const appFileName = (): string =>
  appName()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'tickets';

/** Returns the name of the railway's zone in a language, else in the fallback language. Throws Error before setRailway. */
export function zoneName(language: string): string {
  const { zoneName: names, fallback } = given();
  return names[language] ?? names[fallback] ?? '';
}
