// The idempotency keys of acts without an answer yet: whoever presses again does the same act, not a second one.
import { CallError } from './call-error.ts';

const keys = new Map<string, string>();
const running = new Map<string, Promise<unknown>>();

/**
 * Runs an act under its key. The same act (`name` and `wish`) has the same key until it was answered, also after its dialog
 * was closed meanwhile; pressed again while it runs it gives the answer of the first.
 */
export function actOnce<T>(name: string, wish: object, run: (key: string) => Promise<T>): Promise<T> {
  const act = `${name} ${JSON.stringify(wish)}`;
  const key = keys.get(act) ?? crypto.randomUUID();
  keys.set(act, key);
  // What runs under an act's name was started by the same call, whose answer has this type.
  const before = running.get(act) as Promise<T> | undefined;
  if (before) return before;
  const now = run(key).then(
    (answer) => {
      running.delete(act);
      keys.delete(act);
      return answer;
    },
    (error: unknown) => {
      running.delete(act);
      if (!(error instanceof CallError) || !error.unanswered) keys.delete(act);
      throw error;
    },
  );
  running.set(act, now);
  return now;
}

/** Another person's acts are others. */
export const forgetActs = (): void => keys.clear();
