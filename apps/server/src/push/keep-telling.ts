// Tells travellers of their trains while the process runs.
import { TrainTeller, type TellDeps } from './tell-trains.ts';
import { tellDepartures } from './tell-departures.ts';

/** How often a process looks for changed trains that it knows of. */
const LOOK_EVERY_MS = 1_000;
/** How often it looks for trains that leave soon, and for changes that others have found. */
const SWEEP_EVERY_MS = 20_000;

/** With `isPaused` nothing is told: with a wrong clock a train seems to leave soon that does not. */
export type KeepDeps = TellDeps & { readonly isPaused: () => boolean };

/**
 * Tells travellers of changed trains within a second after this process knows of them, and of trains that leave soon. Failures are reported to
 * `failed`; the next round tries again.
 * @returns `begin`, which starts a round at once, and `stop`, which waits for the current one
 */
export function keepTelling(deps: KeepDeps, failed: (error: unknown) => void) {
  const teller = new TrainTeller(deps);
  let stopping = false;
  let round: Promise<void> | undefined;
  let again = false;
  let edition: unknown;
  let sweptAt = Number.NEGATIVE_INFINITY;
  let isFailing = false;
  const once = async () => {
    again = false;
    edition = deps.timetable.current;
    await teller.tell(() => stopping);
    if (performance.now() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = performance.now();
    await tellDepartures(deps);
  };
  const begin = () => {
    again = true;
    if (stopping || round || deps.isPaused()) return;
    round = once()
      .then(() => {
        isFailing = false;
      })
      .catch((error: unknown) => {
        edition = undefined;
        // The first of several failures in a row: a database that does not answer fails every round.
        if (!isFailing) failed(error);
        isFailing = true;
      })
      .finally(() => {
        round = undefined;
      });
  };
  const timer = setInterval(() => {
    const isDue = performance.now() - sweptAt >= SWEEP_EVERY_MS;
    if (again || isDue || edition !== deps.timetable.current) begin();
  }, LOOK_EVERY_MS).unref();
  begin();
  return {
    begin,
    stop: async (): Promise<void> => {
      stopping = true;
      clearInterval(timer);
      await round;
    },
  };
}
