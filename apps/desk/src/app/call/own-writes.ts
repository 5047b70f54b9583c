// One person's writes on one thing, such as a train: each waits for the answer of the one before and is based on it, so that nobody's own
// change is refused as somebody else's.

type Version = string | number;
interface Versioned {
  readonly version?: Version | undefined;
}

/** Changes the version in a body that has one. */
function withVersion<B>(body: B, newest: (seen: Version) => Version): B {
  const { version } = (body ?? {}) as Versioned;
  return version === undefined ? body : { ...body, version: newest(version) };
}

export class OwnWrites {
  /** The newest write on each thing. */
  readonly #last = new Map<string, Promise<unknown>>();
  /** The version that an own write made of the one that was seen, by thing and seen version. */
  readonly #made = new Map<string, Version>();

  /**
   * Runs a write once those before it on the same thing have ended, well or not. `run` gets the body with the version that this person's
   * own writes have made of the seen one; `versionOf` returns the version that its answer has. A change of somebody else in between stays one.
   */
  inTurn<B, T>(
    thing: string,
    body: B,
    { run, versionOf }: { readonly run: (body: B) => Promise<T>; readonly versionOf: (answer: T) => Version },
  ): Promise<T> {
    const write = async () => {
      const sent = withVersion(body, (seen) => this.#newest(thing, seen));
      const answer = await run(sent);
      const { version } = (sent ?? {}) as Versioned;
      const made = versionOf(answer);
      if (version !== undefined && made !== version) this.#made.set(`${thing} ${version}`, made);
      return answer;
    };
    const turn = (this.#last.get(thing) ?? Promise.resolve()).then(write, write);
    this.#last.set(thing, turn);
    const forget = () => {
      if (this.#last.get(thing) === turn) this.#last.delete(thing);
    };
    turn.then(forget, forget);
    return turn;
  }

  #newest(thing: string, seen: Version): Version {
    let newest = seen;
    for (;;) {
      const made = this.#made.get(`${thing} ${newest}`);
      if (made === undefined) return newest;
      newest = made;
    }
  }
}
