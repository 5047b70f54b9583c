// Stands in for `@node-rs/argon2` in the server's tests: thousands of password hashes would take a tenth of the run. A hash names
// its cost as a real one does, but a keyed hash takes the place of the work. `hash-password.test.ts` uses the real package.
import { createHmac, randomBytes } from 'node:crypto';

interface Cost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

const HASHED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

function partsOf(hashed: string): { readonly cost: Cost; readonly salt: string } {
  const [, memory, time, parallel, salt] = HASHED.exec(hashed) ?? [];
  if (salt === undefined) throw new Error(`no hash of a password: ${hashed}`);
  return {
    cost: { memoryCost: Number(memory), timeCost: Number(time), parallelism: Number(parallel) },
    salt,
  };
}

const hashedWith = ({ memoryCost, timeCost, parallelism }: Cost, salt: string, password: string): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${createHmac('sha256', salt).update(password).digest('base64url')}`;

/** Hashes a password; the result names `cost`. */
export const hash = async (password: string, cost: Cost): Promise<string> =>
  hashedWith(cost, randomBytes(16).toString('base64url'), password);

/** Whether `hashed` is a hash of the password. Rejects what `hash` did not make. */
export async function verify(hashed: string, password: string): Promise<boolean> {
  const { cost, salt } = partsOf(hashed);
  return hashedWith(cost, salt, password) === hashed;
}

/** Returns the cost that a hash names. */
export const parseOptions = (hashed: string): Cost => partsOf(hashed).cost;
