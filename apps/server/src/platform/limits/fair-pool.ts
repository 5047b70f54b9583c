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

/** How long a task counts against its group. */
const REMEMBERED_MS = 60_000;
/** Every fourth turn goes to the group that has waited longest, so that nobody waits for ever. */
const LONGEST_EVERY = 4;
/** Groups whose tasks are counted. */
const GROUPS_KEPT = 20_000;

/** A caller that is admitted to the pool. */
interface Caller {
  readonly name: string;
  readonly group: string;
  /** Whether one of its tasks has begun. */
  begun: boolean;
  /** Refuses its waiting tasks. */
  readonly refuse: (() => void)[];
  hasLeft: boolean;
}

interface WaitingTask {
  readonly caller: Caller;
  readonly start: () => void;
}

/** Adds to a count of a map, and removes a count of zero. */
function add(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

/**
 * Callers take turns by group, one task each. A group is one name, or the names of one network. Next is the group with the fewest tasks in
 * the last minute; every fourth turn goes to the group that has waited longest. If the pool is full, a caller of a smaller group takes the
 * place of the largest group's last one. So a single request hardly waits for frequent callers, however many addresses they use.
 */
export class FairPool {
  readonly #size: PoolSize;
  readonly #callers = new Set<Caller>();
  readonly #byName = new Map<string, number>();
  readonly #byGroup = new Map<string, number>();
  #running = 0;
  /** Waiting tasks, by group; the first group has waited longest. */
  readonly #waiting = new Map<string, readonly WaitingTask[]>();
  /** Recent tasks by group, the oldest window first. */
  readonly #recent = new Map<string, { readonly endsAt: number; tasks: number }>();
  #turns = 0;
  /** Monotonic milliseconds. */
  readonly #steady: () => number;

  constructor(size: PoolSize, steady: () => number = () => performance.now()) {
    this.#size = size;
    this.#steady = steady;
  }

  /**
   * Admits a caller and runs its work, whose tasks go through `run` one at a time. `name` is the account or address that the caller counts
   * as, `group` the widest network of that address. Rejects with AppError REQ-0008 at once when the pool, or the name, has reached its limit
   * of callers; and before the caller's first task when a caller of a smaller group takes its place.
   */
  async enter<T>(name: string, work: (run: RunTask) => Promise<T>, group = name): Promise<T> {
    const caller: Caller = { name, group, begun: false, refuse: [], hasLeft: false };
    const isFull = this.#callers.size >= this.#size.callers;
    if ((this.#byName.get(name) ?? 0) >= this.#size.callersOfOne || (isFull && !this.#makePlace(group)))
      throw this.#refusal();
    this.#callers.add(caller);
    add(this.#byName, name, 1);
    add(this.#byGroup, group, 1);
    try {
      return await work((task) => this.#run(caller, task));
    } finally {
      this.#leave(caller);
    }
  }

  #refusal(): AppError {
    return new AppError('REQ-0008', { retryAfter: this.#size.retryAfter, limit: 'slowWork' });
  }

  #leave(caller: Caller): void {
    if (caller.hasLeft) return;
    caller.hasLeft = true;
    this.#callers.delete(caller);
    add(this.#byName, caller.name, -1);
    add(this.#byGroup, caller.group, -1);
  }

  /** Refuses the last caller of the largest group that has not begun. Returns whether that made a place for a caller of `group`. */
  #makePlace(group: string): boolean {
    const own = this.#byGroup.get(group) ?? 0;
    const sizeOf = (caller: Caller) => this.#byGroup.get(caller.group) ?? 0;
    const last = [...this.#callers]
      .filter((caller) => !caller.begun && caller.refuse.length > 0)
      .reduce<Caller | undefined>(
        (best, caller) => (best === undefined || sizeOf(caller) >= sizeOf(best) ? caller : best),
        undefined,
      );
    // One more here and one less there: otherwise two groups of the same size would push each other out.
    if (!last || sizeOf(last) <= own + 1) return false;
    const left = (this.#waiting.get(last.group) ?? []).filter(({ caller }) => caller !== last);
    if (left.length > 0) this.#waiting.set(last.group, left);
    else this.#waiting.delete(last.group);
    this.#leave(last);
    for (const refuse of last.refuse) refuse();
    return true;
  }

  async #run<T>(caller: Caller, task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#size.running) {
      this.#running += 1;
      caller.begun = true;
      this.#note(caller.group);
    } else
      await new Promise<void>((start, reject) => {
        caller.refuse.push(() => reject(this.#refusal()));
        this.#waiting.set(caller.group, [...(this.#waiting.get(caller.group) ?? []), { caller, start }]);
      });
    try {
      return await task();
    } finally {
      this.#passOn();
    }
  }

  #note(group: string): void {
    const now = this.#steady();
    const known = this.#recent.get(group);
    if (known && known.endsAt > now) {
      known.tasks += 1;
      return;
    }
    this.#recent.delete(group);
    this.#recent.set(group, { endsAt: now + REMEMBERED_MS, tasks: 1 });
    for (const [oldest, { endsAt }] of this.#recent) {
      if (endsAt > now && this.#recent.size <= GROUPS_KEPT) break;
      this.#recent.delete(oldest);
    }
  }

  /** Returns the group whose turn it is; undefined when none is waiting. */
  #next(): string | undefined {
    const groups = [...this.#waiting.keys()];
    this.#turns = (this.#turns + 1) % LONGEST_EVERY;
    if (this.#turns === 0) return groups[0];
    const now = this.#steady();
    const tasksOf = (group: string) => {
      const recent = this.#recent.get(group);
      return recent && recent.endsAt > now ? recent.tasks : 0;
    };
    // Of equal groups the one that has waited longest.
    return groups.reduce<string | undefined>(
      (best, group) => (best === undefined || tasksOf(group) < tasksOf(best) ? group : best),
      undefined,
    );
  }

  /** Passes a finished task's place to the next group, which then goes to the end of the queue. */
  #passOn(): void {
    const group = this.#next();
    if (group === undefined) {
      this.#running -= 1;
      return;
    }
    const [next, ...rest] = this.#waiting.get(group) ?? [];
    this.#waiting.delete(group);
    if (rest.length > 0) this.#waiting.set(group, rest);
    this.#note(group);
    if (!next) return;
    next.caller.begun = true;
    next.start();
  }
}
