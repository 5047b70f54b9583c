// The idempotency keys of acts that have no answer yet. Pressing again repeats the same act.
import { CallError } from './call-error.ts';

/**
 * Runs an act under its key and returns its answer. The same act (`name` and `input`) keeps its key until our server
 * has answered. While the act runs, a second call does not run it again: both calls get the same answer.
 */
export type DoOnce = <T>(name: string, input: unknown, run: (key: string) => Promise<T>) => Promise<T>;

/** Creates an empty memory of acts. Each user needs a separate memory. */
export function newActs(): DoOnce {
  const open = new Map<string, { readonly key: string; answer?: Promise<unknown> | undefined }>();
  return <T>(name: string, input: unknown, run: (key: string) => Promise<T>) => {
    const id = `${name} ${JSON.stringify(input)}`;
    const act = open.get(id) ?? { key: crypto.randomUUID() };
    open.set(id, act);
    act.answer ??= run(act.key).then(
      (answer) => {
        open.delete(id);
        return answer;
      },
      (error: unknown) => {
        act.answer = undefined;
        if (!(error instanceof CallError) || !error.undecided) open.delete(id);
        throw error;
      },
    );
    // The entry was started by the same call, so its answer has this type.
    return act.answer as Promise<T>;
  };
}
