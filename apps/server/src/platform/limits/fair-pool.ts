// A bounded pool for slow work: few tasks run at once, few callers wait, and frequent callers do not delay the others.
import { AppError } from '../wire/app-error.ts';

interface PoolSize {
  /** Tasks that run at the same time. */
  readonly running: number;
  /** Admitted callers, including those whose task is running. */
  readonly callers: number;
  /** Admitted callers of one name. */
  readonly callersOfOne: number;
  /** The seconds that a refused caller is asked to wait. */
  readonly retryAfter: number;
}

/** Runs a task when it is its caller's turn. */
export type RunTask = <T>(task: () => Promise<T>) => Promise<T>;

/** How long a task counts against its name. */
const REMEMBERED_MS = 60_000;
/** Every fourth turn goes to the name that has waited longest, so that nobody waits for ever. */
const LONGEST_EVERY = 4;
/** Names whose tasks are counted. */
const NAMES_KEPT = 20_000;

/**
 * Callers take turns by name, one task each. Next is the name with the fewest tasks in the last minute; every fourth turn goes to the name
 * that has waited longest. So a single request hardly waits for frequent callers, however many addresses they use.
 */
export class FairPool {
  readonly #size: PoolSize;
  /** Admitted callers, by name. */
  readonly #callers = new Map<string, number>();
  #callersInAll = 0;
  #running = 0;
  /** Waiting tasks, by name; the first name has waited longest. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** Recent tasks by name, the oldest window first. */
  readonly #recent = new Map<string, { readonly endsAt: number; tasks: number }>();
  #turns = 0;
  /** Monotonic milliseconds. */
  readonly #steady: () => number;

  constructor(size: PoolSize, steady: () => number = () => performance.now()) {
    this.#size = size;
    this.#steady = steady;
  }

  /**
   * Admits a caller and runs its work, whose tasks go through `run` one at a time. `name` is the account or address that the caller counts as.
   * Rejects at once with AppError REQ-0008 when the pool, or the name, has reached its limit of callers.
   */
  async enter<T>(name: string, work: (run: RunTask) => Promise<T>): Promise<T> {
    const own = this.#callers.get(name) ?? 0;
    const { callers, callersOfOne, retryAfter } = this.#size;
    if (this.#callersInAll >= callers || own >= callersOfOne)
      throw new AppError('REQ-0008', { retryAfter, limit: 'slowWork' });
    this.#callers.set(name, own + 1);
    this.#callersInAll += 1;
    try {
      return await work((task) => this.#run(name, task));
    } finally {
      this.#leave(name);
    }
  }

  #leave(name: string): void {
    this.#callersInAll -= 1;
    const left = (this.#callers.get(name) ?? 1) - 1;
    if (left === 0) this.#callers.delete(name);
    else this.#callers.set(name, left);
  }

  async #run<T>(name: string, task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#size.running) {
      this.#running += 1;
      this.#note(name);
    } else
      await new Promise<void>((start) =>
        this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), start]),
      );
    try {
      return await task();
    } finally {
      this.#passOn();
    }
  }

  #note(name: string): void {
    const now = this.#steady();
    const known = this.#recent.get(name);
    if (known && known.endsAt > now) {
      known.tasks += 1;
      return;
    }
    this.#recent.delete(name);
    this.#recent.set(name, { endsAt: now + REMEMBERED_MS, tasks: 1 });
    for (const [oldest, { endsAt }] of this.#recent) {
      if (endsAt > now && this.#recent.size <= NAMES_KEPT) break;
      this.#recent.delete(oldest);
    }
  }

  /** Returns the name whose turn it is; undefined when none is waiting. */
  #next(): string | undefined {
    const names = [...this.#waiting.keys()];
    this.#turns = (this.#turns + 1) % LONGEST_EVERY;
    if (this.#turns === 0) return names[0];
    const now = this.#steady();
    const tasksOf = (name: string) => {
      const recent = this.#recent.get(name);
      return recent && recent.endsAt > now ? recent.tasks : 0;
    };
    // Of equal names the one that has waited longest.
    return names.reduce<string | undefined>(
      (best, name) => (best === undefined || tasksOf(name) < tasksOf(best) ? name : best),
      undefined,
    );
  }

  /** Passes a finished task's place to the next name, which then goes to the end of the queue. */
  #passOn(): void {
    const name = this.#next();
    if (name === undefined) {
      this.#running -= 1;
      return;
    }
    const [start, ...rest] = this.#waiting.get(name) ?? [];
    this.#waiting.delete(name);
    if (rest.length > 0) this.#waiting.set(name, rest);
    this.#note(name);
    start?.();
  }
}
