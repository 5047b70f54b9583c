// The days that can be played, as JSON files that scenario.schema.json describes.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv } from 'ajv';

/** A text by language (BCP 47). */
type Text = Readonly<Record<string, string>>;
/** How the feed is given out. */
export type FeedIs = 'good' | 'silent' | 'broken' | 'stuck';

export interface AlertEvent {
  readonly id: string;
  readonly header: Text;
  readonly description?: Text;
  readonly about?: string;
  readonly cause?: string;
  readonly effect?: string;
}

/** What happens to a train of the scenario. */
export type TrainChange =
  | { readonly late: number; readonly over?: number; readonly from?: number }
  | { readonly cancelled: boolean }
  | { readonly skips: readonly number[] }
  | { readonly runs: { readonly from: number; readonly to: number } }
  | { readonly platform: { readonly stop: number; readonly to?: string } };

type Event =
  | ({ readonly train: string } & TrainChange)
  | { readonly added: { readonly like: string; readonly minutesLater: number } }
  | { readonly alert: AlertEvent }
  | { readonly alertEnds: string }
  | { readonly feed: FeedIs };

/** An event, `at` minutes after the beginning. */
export type ScenarioEvent = Event & { readonly at: number };

export interface Scenario {
  readonly title: string;
  readonly minutesBetween?: number;
  readonly others?: { readonly share: number; readonly minutes: number };
  readonly trains: Readonly<Record<string, { readonly leavesAfter: number; readonly direction?: 0 | 1 }>>;
  /** In the order of their times. */
  readonly events: readonly ScenarioEvent[];
}

const FOLDER = join(import.meta.dirname, 'scenarios');
/** The names of the shipped scenarios. */
export const shippedScenarios = (): string[] => readdirSync(FOLDER).map((file) => basename(file, '.json'));

/** The train that an event names, if it names one. */
const namedIn = (event: ScenarioEvent): string | undefined => {
  if ('train' in event) return event.train;
  if ('added' in event) return event.added.like;
  return 'alert' in event ? event.alert.about : undefined;
};

/**
 * Reads a scenario from its text.
 * @throws Error that says what is wrong, and where
 */
export function scenarioOf(text: string): Scenario {
  const schema: object = JSON.parse(readFileSync(join(import.meta.dirname, 'scenario.schema.json'), 'utf8'));
  const isScenario = new Ajv({ allErrors: false, strict: false }).compile<Scenario>(schema);
  const data: unknown = JSON.parse(text);
  if (!isScenario(data)) {
    const { instancePath, message, params } = isScenario.errors?.[0] ?? {};
    throw new Error(`${instancePath || 'the scenario'} ${message} ${JSON.stringify(params)}`);
  }
  data.events.forEach((event, at) => {
    const name = namedIn(event);
    if (name !== undefined && !(name in data.trains))
      throw new Error(`/events/${at} names the train '${name}', which is not among the trains`);
  });
  return { ...data, events: data.events.toSorted((a, b) => a.at - b.at) };
}

/**
 * Reads a shipped scenario by its name, or a file.
 * @throws Error if it cannot be read
 */
export function readScenario(nameOrFile: string): Scenario {
  const file = shippedScenarios().includes(nameOrFile) ? join(FOLDER, `${nameOrFile}.json`) : nameOrFile;
  try {
    return scenarioOf(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(
      `${nameOrFile} is no scenario: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}
