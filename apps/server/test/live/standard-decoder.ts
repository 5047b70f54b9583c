// Decodes GTFS-Realtime by the standard's field numbers alone, without the server's codec, for tests of what other apps receive.

/** A message: the values of each field by its number, numbers as bigint. */
export class Message {
  readonly #fields = new Map<number, (bigint | Uint8Array)[]>();

  constructor(bytes: Uint8Array) {
    let at = 0;
    const varint = (): bigint => {
      let value = 0n;
      for (let shift = 0n; ; shift += 7n) {
        const byte = bytes[at];
        if (byte === undefined) throw new RangeError('the message is cut');
        at += 1;
        value |= BigInt(byte & 0x7f) << shift;
        if (byte < 0x80) return value;
      }
    };
    while (at < bytes.length) {
      const tag = Number(varint());
      const type = tag & 7;
      if (type !== 0 && type !== 2) throw new RangeError(`wire type ${type} is in no field of these feeds`);
      const length = varint();
      const values = this.#fields.get(tag >> 3) ?? [];
      this.#fields.set(tag >> 3, values);
      if (type === 0) values.push(length);
      else {
        values.push(bytes.subarray(at, at + Number(length)));
        at += Number(length);
      }
    }
  }

  has(field: number): boolean {
    return this.#fields.has(field);
  }

  /** Returns a number, negative ones too; undefined where the field is absent. */
  number(field: number): number | undefined {
    const [value] = this.#fields.get(field) ?? [];
    return typeof value === 'bigint' ? Number(BigInt.asIntN(64, value)) : undefined;
  }

  text(field: number): string | undefined {
    const [value] = this.#fields.get(field) ?? [];
    return value instanceof Uint8Array ? new TextDecoder().decode(value) : undefined;
  }

  messages(field: number): Message[] {
    return (this.#fields.get(field) ?? []).map((value) => {
      if (!(value instanceof Uint8Array)) throw new TypeError(`field ${field} is no message`);
      return new Message(value);
    });
  }

  /** Returns the only message of a field. Throws Error for none or several. */
  message(field: number): Message {
    const [only, another] = this.messages(field);
    if (!only || another) throw new Error(`field ${field} is not there once`);
    return only;
  }
}
