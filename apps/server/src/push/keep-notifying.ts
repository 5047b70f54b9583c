// Notifies travellers of their trains while the process runs.
import { TrainNotifier, type NotifyDeps } from './notify-trains.ts';
import { notifyDepartures } from './notify-departures.ts';

/** How often a process looks for changed trains that it knows of. */
const LOOK_EVERY_MS = 1_000;
/** How often it looks for trains that leave soon, and for changes that others have found. */
const SWEEP_EVERY_MS = 20_000;

/** While `isPaused` nobody is notified: with a wrong clock, the wrong trains seem to leave soon. */
export type KeepDeps = NotifyDeps & { readonly isPaused: () => boolean };

/**
 * Notifies travellers of changed trains within a second after this process knows of them, and of trains that leave soon. Failures are reported to
 * `failed`; the next round tries again.
 * @returns `begin`, which starts a round at once, and `stop`, which waits for the current one
 */
export function keepNotifying(deps: KeepDeps, failed: (error: unknown) => void) {
  const notifier = new TrainNotifier(deps);
  let stopping = false;
  let round: Promise<void> | undefined;
  let again = false;
  let edition: unknown;
  let sweptAt = Number.NEGATIVE_INFINITY;
  let isFailing = false;
  const once = async () => {
    again = false;
    edition = deps.timetable.current;
    await notifier.notify(() => stopping);
    if (performance.now() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = performance.now();
    await notifyDepartures(deps);
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
