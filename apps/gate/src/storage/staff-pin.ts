// The staff's PIN. The device stores only its PBKDF2 hash, and wrong attempts cause a delay.

/** The iterations that OWASP recommends for PBKDF2 with SHA-256. Each saved hash includes its own number. */
const ITERATIONS = 600_000;
const TRIES = 5;
const WAIT_MS = 60_000;

export interface PinRecord {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iterations: number;
  readonly hash: Uint8Array<ArrayBuffer>;
}

/** Reports whether the text has four to eight digits. */
export const isPin = (pin: string): boolean => /^\d{4,8}$/.test(pin);

/** Reports whether a PIN is easy to guess: one digit repeated, or consecutive digits up or down. */
export function isEasyPin(pin: string): boolean {
  const steps = new Set(
    Array.from(pin).map((digit, at) => (at === 0 ? undefined : Number(digit) - Number(pin[at - 1]))),
  );
  steps.delete(undefined);
  const [step = 0] = steps;
  return steps.size === 1 && Math.abs(step) <= 1;
}

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

/** Returns the record to save for a PIN. Throws RangeError unless it has four to eight digits. */
export async function newPin(pin: string, iterations = ITERATIONS): Promise<PinRecord> {
  if (!isPin(pin)) throw new RangeError('a PIN has 4 to 8 digits');
  const salt = crypto.getRandomValues(new Uint8Array(16));
  return { salt, iterations, hash: await derive(pin, salt, iterations) };
}

/**
 * The number of wrong attempts, and the time (epoch milliseconds) until which no PIN is accepted. It is saved, so that
 * a restart does not clear it.
 */
export interface PinTries {
  readonly wrong: number;
  readonly closedUntil: number;
}
export const NO_TRIES: PinTries = { wrong: 0, closedUntil: 0 };

/** Checks PINs. After five wrong attempts it accepts none for a minute, also after a restart. */
export class PinLock {
  readonly #record: PinRecord;
  readonly #keep: (tries: PinTries) => void;
  #tries: PinTries;

  /** `tries` are the attempts so far, and `keep` saves them. */
  constructor(record: PinRecord, tries: PinTries, keep: (tries: PinTries) => void) {
    this.#record = record;
    this.#tries = tries;
    this.#keep = keep;
  }

  /** Checks a PIN at `now` (epoch milliseconds). Returns 'right', 'wrong', or the seconds to wait. */
  async try(pin: string, now: number): Promise<'right' | 'wrong' | number> {
    const { wrong, closedUntil } = this.#tries;
    if (now < closedUntil) {
      // A clock that was set back must not extend the wait.
      const until = Math.min(closedUntil, now + WAIT_MS);
      if (until < closedUntil) this.#set({ wrong, closedUntil: until });
      return Math.ceil((until - now) / 1000);
    }
    // Counted before the slow hash, so that parallel attempts count, and attempts that a restart interrupts.
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
