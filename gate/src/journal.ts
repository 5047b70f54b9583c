// Writes down what the gate does. What the device cannot keep now waits in memory and is tried again, so that storage which
// was full for a while loses nobody's passage.

type Work = () => Promise<void>;

export class Journal {
  readonly #waiting = new Map<string, Work>();
  readonly #onChange: () => void;
  #retrying = false;
  #failing = false;

  /** `onChange` hears when writing begins to fail, and when it works again. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Whether something could not be written and still waits: a gate that cannot record must not open. */
  get failing(): boolean {
    return this.#failing;
  }

  /** Has it written now, or, while writing fails, when it works again; then only the last of one name. */
  write(name: string, work: Work): void {
    if (this.#failing) this.#waiting.set(name, work);
    else
      work().catch((error: unknown) => {
        if (!this.#waiting.has(name)) this.#waiting.set(name, work);
        this.#fail(error);
      });
  }

  /** Writes what waits, the oldest first, up to what fails again. Call it each second; it never rejects. */
  async retry(): Promise<void> {
    if (!this.#failing || this.#retrying) return;
    this.#retrying = true;
    try {
      for (let [next] = this.#waiting; next; [next] = this.#waiting) {
        const [name, work] = next;
        await work();
        // It may have been replaced meanwhile.
        if (this.#waiting.get(name) === work) this.#waiting.delete(name);
      }
      this.#failing = false;
      this.#onChange();
    } catch (error) {
      this.#fail(error);
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
