// Delivers webhooks while the process runs, and finds the tickets of partners that have ended.
import { writeExpiries } from '../events/write-expiries.ts';
import { WebhookDeliverer, type DeliverDeps } from './deliver-webhooks.ts';

/** How often a process reads new events, and which endpoints may be tried again. */
const LOOK_EVERY_MS = 1_000;
/** How often it reads which tickets have ended. */
const SWEEP_EVERY_MS = 5 * 60_000;

/** With `isPaused` nothing is done: with a wrong clock a ticket seems to have ended that has not, and a signature is refused. */
type KeepDeps = DeliverDeps & { readonly isPaused: () => boolean };

/** Delivers until the returned function is called, which waits for what is under way. After a failure the next round tries again. */
export function keepDelivering(deps: KeepDeps): () => Promise<void> {
  const deliverer = new WebhookDeliverer(deps);
  let sweptAt = Number.NEGATIVE_INFINITY;
  let round: Promise<void> | undefined;
  let isFailing = false;
  const once = async () => {
    if (performance.now() - sweptAt >= SWEEP_EVERY_MS) {
      sweptAt = performance.now();
      await writeExpiries(deps.db, deps.clock());
    }
    await deliverer.look();
  };
  const timer = setInterval(() => {
    if (round || deps.isPaused()) return;
    round = once()
      .then(() => {
        isFailing = false;
      })
      .catch((error: unknown) => {
        // The first of several failures in a row: a database that does not answer fails every round.
        if (!isFailing) deps.failed(error);
        isFailing = true;
      })
      .finally(() => {
        round = undefined;
      });
  }, LOOK_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await round;
    await deliverer.stop();
  };
}
