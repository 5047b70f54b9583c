// Values that this tab remembers for one account. Another account on the same phone never sees them.
import { getSession } from './session.ts';
import { isRecord, recall, remember } from '../storage/tab-memory.ts';

const accountHere = (): string | undefined => getSession()?.member.email;

/**
 * Stores a value for the signed-in account. A visitor's value belongs to the next account that signs in. `forget` of
 * tab-memory deletes it.
 */
export const rememberOwn = (key: string, value: unknown): void =>
  remember(key, { account: accountHere(), value });

/** Returns the value stored by this account or by a visitor, else undefined. */
export function recallOwn(key: string): unknown {
  const stored = recall(key);
  if (!isRecord(stored)) return undefined;
  const { account, value } = stored;
  return account === undefined || account === accountHere() ? value : undefined;
}
