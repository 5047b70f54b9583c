// What this tab remembers of an account: another one that signs in at the same phone never sees it.
import { getSession } from './session.ts';
import { isRecord, recall, remember } from './tab-memory.ts';

const accountHere = (): string | undefined => getSession()?.member.email;

/** Keeps a value for the account that is signed in; a visitor's is whoever's signs in next. `forget` of tab-memory ends it. */
export const rememberOwn = (key: string, value: unknown): void =>
  remember(key, { account: accountHere(), value });

/** The value kept by this account or by a visitor; undefined when there is none or it is somebody else's. */
export function recallOwn(key: string): unknown {
  const kept = recall(key);
  if (!isRecord(kept)) return undefined;
  const { account, value } = kept;
  return account === undefined || account === accountHere() ? value : undefined;
}
