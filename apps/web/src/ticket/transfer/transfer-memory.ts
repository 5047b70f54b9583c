// The last transfer, kept for the result screen: the server no longer shows the ticket to this account.
import { recallOwn, rememberOwn } from '../../app/session/account-memory.ts';
import { isRecord } from '../../app/storage/tab-memory.ts';

const KEY = 'kippu.transferred';

export interface Transferred {
  /** The product's name, or how many tickets, as displayed. */
  readonly name: string;
  readonly email: string;
}

export const rememberTransfer = (transferred: Transferred): void => rememberOwn(KEY, transferred);

/** Returns this account's last transfer in this tab, or undefined. */
export function recallTransfer(): Transferred | undefined {
  const stored = recallOwn(KEY);
  if (!isRecord(stored)) return undefined;
  const { name, email } = stored;
  return typeof name === 'string' && typeof email === 'string' ? { name, email } : undefined;
}
