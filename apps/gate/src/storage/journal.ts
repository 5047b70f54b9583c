// Writes the gate's actions to the device. A failed write waits in memory and is retried, so a full disk loses no
// passage.

type Work = () => Promise<void>;

/** A write in progress. */
interface Write {
  readonly name: string;
  /** Whether a newer write of the name exists. Then this one must not overwrite it later if it fails. */
  isReplaced: boolean;
}

export class Journal {
  readonly #waiting = new Map<string, Work>();
  readonly #onChange: () => void;
  #retrying = false;
  #failing = false;
  readonly #writing = new Map<Write, Promise<void>>();

  /** `onChange` is called when writing starts to fail, and when it works again. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Whether a failed write is waiting. A gate that cannot record must not open. */
  get failing(): boolean {
    return this.#failing;
  }

  /** Whether a write is in progress or waiting, so that its data is not on the device yet. */
  get unwritten(): boolean {
    return this.#writing.size > 0 || this.#waiting.size > 0;
  }

  /** Runs a write now, or, while writing fails, when it works again. Then only the last write of each name runs. */
  write(name: string, work: Work): void {
    for (const older of this.#writing.keys()) if (older.name === name) older.isReplaced = true;
    if (this.#failing) {
      this.#waiting.set(name, work);
      return;
    }
    const write = { name, isReplaced: false };
    const written = work()
      .catch((error: unknown) => {
        if (!write.isReplaced) this.#waiting.set(name, work);
        this.#fail(error);
      })
      .finally(() => {
        this.#writing.delete(write);
      });
    this.#writing.set(write, written);
  }

  /** Resolves when each write in progress has ended, with or without success. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing.values());
  }

  /** Runs the waiting writes, oldest first, until one fails. Call it each second; it never rejects. */
  async retry(): Promise<void> {
    if (!this.#failing || this.#retrying) return;
    this.#retrying = true;
    try {
      for (let [next] = this.#waiting; next; [next] = this.#waiting) {
        const [name, work] = next;
        await work();
        // The write may have been replaced meanwhile.
        if (this.#waiting.get(name) === work) this.#waiting.delete(name);
      }
      this.#failing = false;
      this.#onChange();
    } catch {
      // The failure was reported before. The next retry starts with the failed write.
    } finally {
      this.#retrying = false;
    }
  }

  #fail(error: unknown): void {
    if (this.#failing) return;
    console.error(error);
    this.#failing = true;
    this.#onChange();
  }
}
