// Runs calls of one account one after the other.
import { AppError } from '../wire/app-error.ts';

/** Enough for a first try and its retries, which wait for it and get its answer. */
const CALLS_KEPT = 3;
const RETRY_SECONDS = 2;

/** The queue of this process; other processes have their own. */
export class OneAtATime {
  readonly #kept: number;
  readonly #limit: string;
  readonly #last = new Map<string, { readonly ended: Promise<void>; readonly calls: number }>();

  /** `kept`: how many calls of one name run and wait. `limit`: its name in the log. */
  constructor(kept = CALLS_KEPT, limit = 'slowCalls') {
    this.#kept = kept;
    this.#limit = limit;
  }

  /** Runs the work after earlier work of the same name. Rejects at once with AppError REQ-0004 when as many calls as it keeps are queued already. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name);
    const calls = (before?.calls ?? 0) + 1;
    if (calls > this.#kept) throw new AppError('REQ-0004', { retryAfter: RETRY_SECONDS, limit: this.#limit });
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#last.set(name, { ended, calls });
    try {
      await before?.ended;
      return await work();
    } finally {
      const now = this.#last.get(name);
      if (now && now.calls > 1) this.#last.set(name, { ended: now.ended, calls: now.calls - 1 });
      else this.#last.delete(name);
      end();
    }
  }
}

/** The slow calls of all accounts and of staff, by id. */
export const slowCalls = new OneAtATime();
