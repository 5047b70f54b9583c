// What was just given away, for the result screen: the server no longer shows this account the ticket.
import { recallOwn, rememberOwn } from '../app/account-memory.ts';
import { isRecord } from '../app/tab-memory.ts';

const KEY = 'kippu.transferred';

export interface Transferred {
  /** The product's name as it was shown. */
  readonly name: string;
  readonly email: string;
}

export const rememberTransfer = (transferred: Transferred): void => rememberOwn(KEY, transferred);

/** The last transfer of this account in this tab; undefined when there was none. */
export function recallTransfer(): Transferred | undefined {
  const kept = recallOwn(KEY);
  if (!isRecord(kept)) return undefined;
  const { name, email } = kept;
  return typeof name === 'string' && typeof email === 'string' ? { name, email } : undefined;
}
