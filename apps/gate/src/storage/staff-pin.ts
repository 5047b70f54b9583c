// The staff's PIN: only its PBKDF2 hash is on the device, and guessing has to wait.

const ITERATIONS = 310_000;
const TRIES = 5;
const WAIT_MS = 60_000;

export interface PinRecord {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iterations: number;
  readonly hash: Uint8Array<ArrayBuffer>;
}

/** Four to eight digits. */
export const isPin = (pin: string): boolean => /^\d{4,8}$/.test(pin);

async function derive(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number) {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    key,
    256,
  );
  return new Uint8Array(bits);
}

/** Takes a PIN; gives what to keep of it. Throws RangeError when it is not four to eight digits. */
export async function newPin(pin: string, iterations = ITERATIONS): Promise<PinRecord> {
  if (!isPin(pin)) throw new RangeError('a PIN has 4 to 8 digits');
  const salt = crypto.getRandomValues(new Uint8Array(16));
  return { salt, iterations, hash: await derive(pin, salt, iterations) };
}

/** How many wrong ones there were of late, and until when none is taken, epoch milliseconds: kept, or a restart would forget. */
export interface PinTries {
  readonly wrong: number;
  readonly closedUntil: number;
}
export const NO_TRIES: PinTries = { wrong: 0, closedUntil: 0 };

/** Checks PINs; after five wrong ones it takes none for a minute, through a restart too. */
export class PinLock {
  readonly #record: PinRecord;
  readonly #keep: (tries: PinTries) => void;
  #tries: PinTries;

  /** Takes the PIN, the tries so far, and what keeps them. */
  constructor(record: PinRecord, tries: PinTries, keep: (tries: PinTries) => void) {
    this.#record = record;
    this.#tries = tries;
    this.#keep = keep;
  }

  /** Takes a PIN and now (epoch milliseconds); gives 'right', 'wrong', or the seconds to wait. */
  async try(pin: string, now: number): Promise<'right' | 'wrong' | number> {
    const { wrong, closedUntil } = this.#tries;
    if (now < closedUntil) {
      // A clock that was set back must not lock staff out for as long.
      const until = Math.min(closedUntil, now + WAIT_MS);
      if (until < closedUntil) this.#set({ wrong, closedUntil: until });
      return Math.ceil((until - now) / 1000);
    }
    // Counted before the slow part, so that tries at once count too, and one that a restart cuts off.
    this.#set(
      wrong + 1 < TRIES ? { wrong: wrong + 1, closedUntil: 0 } : { wrong: 0, closedUntil: now + WAIT_MS },
    );
    const { salt, iterations, hash } = this.#record;
    const given = await derive(pin, salt, iterations);
    if (!given.every((byte, at) => byte === hash[at])) return 'wrong';
    this.#set(NO_TRIES);
    return 'right';
  }

  #set(tries: PinTries): void {
    this.#tries = tries;
    this.#keep(tries);
  }
}
