// Whether this process can serve calls, part by part. A load balancer sends none to a process that is not ready.

/** A word for each part: `ok`, `degraded` if calls are served all the same, or why it is not ready. Answered to anybody, so never a name, an address or an error's text. */
export type Parts = Readonly<Record<string, string>>;

/** Whether a part with this word lets the process serve calls. */
export const isServing = (word: string): boolean => word === 'ok' || word === 'degraded';

/** Returns the words of its parts. A rejection counts as `failed`. */
type Check = () => Promise<Parts>;

export interface ReadyState {
  readonly ok: boolean;
  readonly parts: Parts;
}

/** A check that takes longer counts as `silent`, so that a probe gets its answer within three seconds. */
const WITHIN_MS = 2_800;

/** How long a write that found no space counts. */
const DISK_FULL_MS = 10_000;

export class Readiness {
  readonly #checks: { readonly name: string; readonly check: Check }[] = [];
  #running: Promise<ReadyState> | undefined;
  #isStopping = false;
  #isSkewed = false;
  #diskFullUntil = 0;

  /** Adds a check. `name` is its part if it fails or does not end. */
  add(name: string, check: Check): void {
    this.#checks.push({ name, check });
  }

  /** From now on the process is not ready, because it ends soon. */
  stop(): void {
    this.#isStopping = true;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Whether the machine's clock differed from the database's when they were last compared. */
  get isSkewed(): boolean {
    return this.#isSkewed;
  }

  /** Notes that a call failed because the database's disk is full. No check can see that: most writes still fit. */
  noteFullDisk(): void {
    this.#diskFullUntil = performance.now() + DISK_FULL_MS;
  }

  /** Runs all checks. Callers at the same time share one run. */
  async state(): Promise<ReadyState> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    const { parts } = await this.#running;
    const all = { process: this.#isStopping ? 'stopping' : 'ok', ...parts };
    return { ok: Object.values(all).every(isServing), parts: all };
  }

  async #run(): Promise<ReadyState> {
    const found = await Promise.all(this.#checks.map(({ name, check }) => within(name, check)));
    const parts: Record<string, string> = Object.assign({}, ...found);
    // A database that does not answer leaves open whether the clocks agree again.
    if (parts['clock'] !== undefined && parts['clock'] !== 'unknown')
      this.#isSkewed = parts['clock'] === 'skewed';
    if (parts['database'] === 'ok' && performance.now() < this.#diskFullUntil) parts['database'] = 'diskFull';
    return { ok: true, parts };
  }
}

async function within(name: string, check: Check): Promise<Parts> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Parts>((resolve) => {
    timer = setTimeout(() => resolve({ [name]: 'silent' }), WITHIN_MS);
  });
  const checked = check().catch((): Parts => ({ [name]: 'failed' }));
  const parts = await Promise.race([checked, late]);
  clearTimeout(timer);
  return parts;
}
