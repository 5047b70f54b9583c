// Runs calls of one account one after the other.
import { isUnanswered } from '../db/connect/outage.ts';
import { AppError } from '../wire/app-error.ts';

/** Enough for a first try and its retries, which wait for it and get its answer. */
const CALLS_KEPT = 3;
const RETRY_SECONDS = 2;

/** The queue of this process; other processes have their own. */
export class OneAtATime {
  readonly #kept: number;
  readonly #limit: string;
  readonly #last = new Map<string, { readonly ended: Promise<unknown>; readonly calls: number }>();

  /** `kept`: how many calls of one name run and wait. `limit`: its name in the log. */
  constructor(kept = CALLS_KEPT, limit = 'slowCalls') {
    this.#kept = kept;
    this.#limit = limit;
  }

  /**
   * Runs the work after earlier work of the same name. Rejects at once with AppError REQ-0004 when as many calls as it keeps are queued already.
   * Where the earlier work waited in vain for the database, rejects with the same error: each would wait as long again.
   */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name);
    const calls = (before?.calls ?? 0) + 1;
    if (calls > this.#kept) throw new AppError('REQ-0004', { retryAfter: RETRY_SECONDS, limit: this.#limit });
    let end: (unanswered?: unknown) => void = () => undefined;
    const ended = new Promise<unknown>((resolve) => {
      end = resolve;
    });
    let unanswered: unknown;
    this.#last.set(name, { ended, calls });
    try {
      const outage = await before?.ended;
      if (outage !== undefined) throw outage;
      return await work();
    } catch (error) {
      if (isUnanswered(error)) unanswered = error;
      throw error;
    } finally {
      const now = this.#last.get(name);
      if (now && now.calls > 1) this.#last.set(name, { ended: now.ended, calls: now.calls - 1 });
      else this.#last.delete(name);
      end(unanswered);
    }
  }
}

/** The slow calls of all accounts and of staff, by id. */
export const slowCalls = new OneAtATime();
