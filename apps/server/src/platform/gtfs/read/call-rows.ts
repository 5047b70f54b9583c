// The rows of stop_times.txt of the kept trips, in arrays of numbers, since a feed has millions of them.

/** A time or a distance that the feed does not give. */
export const NO_TIME = -1;

const FIRST_SIZE = 4_096;

/** The columns of rows. Distances are NaN where there is none. */
interface Columns {
  readonly trip: Int32Array;
  readonly sequence: Int32Array;
  readonly stop: Int32Array;
  readonly arrive: Int32Array;
  readonly depart: Int32Array;
  readonly flags: Uint8Array;
  readonly distance: Float64Array;
  readonly line: Int32Array;
}

const newColumns = (size: number): Columns => ({
  trip: new Int32Array(size),
  sequence: new Int32Array(size),
  stop: new Int32Array(size),
  arrive: new Int32Array(size),
  depart: new Int32Array(size),
  flags: new Uint8Array(size),
  distance: new Float64Array(size),
  line: new Int32Array(size),
});

export type CallRow = { readonly [K in keyof Columns]: number };

/** Rows that grow. */
export class CallRows {
  #columns = newColumns(FIRST_SIZE);
  length = 0;

  add(row: CallRow): void {
    if (this.length === this.#columns.trip.length) {
      const larger = newColumns(this.length * 2);
      for (const [name, values] of Object.entries(this.#columns)) larger[name as keyof Columns].set(values);
      this.#columns = larger;
    }
    const at = this.length;
    for (const [name, values] of Object.entries(this.#columns)) values[at] = row[name as keyof Columns];
    this.length += 1;
  }

  at(position: number, column: keyof Columns): number {
    return this.#columns[column][position] ?? Number.NaN;
  }

  set(position: number, column: 'arrive' | 'depart', value: number): void {
    this.#columns[column][position] = value;
  }

  /** Returns the positions of the rows in the order of trips and their sequence. */
  inOrder(): Int32Array {
    const { trip, sequence } = this.#columns;
    const positions = Int32Array.from({ length: this.length }, (_, at) => at);
    const order = (a: number, b: number) =>
      (trip[a] ?? 0) - (trip[b] ?? 0) || (sequence[a] ?? 0) - (sequence[b] ?? 0) || a - b;
    const isSorted = positions.every((at) => at === 0 || order(at - 1, at) < 0);
    return isSorted ? positions : positions.sort(order);
  }
}
