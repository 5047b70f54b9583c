// Transfers tickets with their seats to a registered account. It cannot be undone; of several transfers at once, one succeeds.
import { isEmail, normaliseEmail } from '@kippu/domain/account/rules';
import { countAttempt, readAttempts, secondsToWait } from '../account/login/attempt-limit.ts';
import { checkOwnPassword, lockChecked } from '../account/password/check-own-password.ts';
import { findAccountByEmail, holdAccount, type AccountRow } from '../account/record/account-store.ts';
import { withPasswords, type Passwords } from '../account/password-crypto/hash-password.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { lockAccountSeats } from '../platform/db/locks.ts';
import type { Moment } from '../platform/live/late-trains.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { findTickets, lockTickets, type TicketView } from '../ticket/record/ticket-store.ts';
import { handOver, requireTransferable, type HandOver } from './hand-over.ts';

const UNKNOWN_WINDOW_MS = 3_600_000;
/** Unknown emails allowed in an hour: enough for typing errors, too few to find out who is registered. */
const MAX_UNKNOWN = 10;

/** Who gives tickets away, proved by the password. */
export interface Giving {
  readonly accountId: string;
  readonly sessionId: string;
  /** Each ticket once. */
  readonly ticketIds: readonly string[];
  /** Decrypted. */
  readonly password: string;
}

interface TransferInput extends Giving {
  readonly email: string;
  readonly emailRepeat: string;
}

/** Returns the normalised email. Throws AppError TKT-0016 where the two differ, REQ-0001 where it is none. */
export function requireEmail({
  email,
  emailRepeat,
}: {
  readonly email: string;
  readonly emailRepeat: string;
}): string {
  const normalised = normaliseEmail(email);
  if (normalised !== normaliseEmail(emailRepeat)) throw new AppError('TKT-0016');
  if (!isEmail(normalised)) throw new AppError('REQ-0001', { values: { field: 'email' } });
  return normalised;
}

/** Reads the sender's tickets, each of which can be given away. Throws AppError TKT-0001 or as `requireTransferable`. */
export async function readTransferable(
  db: Db,
  { accountId, ticketIds }: Pick<Giving, 'accountId' | 'ticketIds'>,
  now: number,
): Promise<TicketView[]> {
  const views = await findTickets(db, accountId, ticketIds);
  if (views.length !== ticketIds.length) throw new AppError('TKT-0001');
  for (const view of views) requireTransferable(view, now);
  return views;
}

/**
 * Checks the tickets, then the password, outside transactions, so that an impossible act counts no password try. Returns the sender's account. Throws
 * AppError as `readTransferable`, AccountOrPwdError and MFA-0011.
 */
export async function checkGiving(
  db: Db,
  passwords: Passwords,
  giving: Giving,
  now: number,
): Promise<AccountRow> {
  await readTransferable(db, giving, now);
  try {
    return await checkOwnPassword(db, passwords, giving, now);
  } catch (error) {
    throw error instanceof AppError && error.code === 'AUTH-0020' ? new AppError('AccountOrPwdError') : error;
  }
}

/** Locks both accounts in the order of their ids, since two may transfer to each other at once. Checks that the sender's password is unchanged. */
async function lockBoth(
  trx: Trx,
  checked: AccountRow,
  receiverId: string | undefined,
): Promise<{ sender: AccountRow; receiver: AccountRow | undefined }> {
  const accountId = checked.account_id;
  const lockReceiver = async () =>
    receiverId === undefined || receiverId === accountId ? undefined : holdAccount(trx, receiverId);
  const receiverFirst = receiverId !== undefined && receiverId < accountId ? await lockReceiver() : undefined;
  const sender = await lockChecked(trx, checked);
  return { sender, receiver: receiverFirst ?? (await lockReceiver()) };
}

/** A transfer whose password was checked, ready for `transferTickets`. */
export interface CheckedTransfer {
  readonly input: TransferInput;
  /** The account when its password was checked. */
  readonly sender: AccountRow;
}

/**
 * The slow part of a transfer, outside transactions. Throws AppError: TKT-0016 emails differ, REQ-0001 not an email, TKT-0001 not the account's, TKT-0007
 * suspended, TKT-0013 closed, TKT-0005 expired, TKT-0008 an entry is open, AccountOrPwdError and MFA-0011 (the try is
 * counted), REQ-0008.
 */
export function checkTransfer(db: Db, input: TransferInput, now: number): Promise<CheckedTransfer> {
  return withPasswords(input.accountId, async (passwords) => {
    requireEmail(input);
    return { input, sender: await checkGiving(db, passwords, input, now) };
  });
}

/**
 * Transfers the tickets, all or none. The time is read by `momentNow` under the tickets' locks, so certificates that
 * the sender's phone fetched while this waited are older, and revoked.
 *
 * RETURNS TKT-0014 for an unknown receiver, so that the transaction commits and the try is counted.
 * @throws AppError as `checkTransfer` about the tickets, which are checked again; TKT-0015 to oneself, REQ-0004 too many
 * unknown receivers, AUTH-0020 the password was changed since it was checked
 */
export async function transferTickets(
  trx: Trx,
  { input, sender: checked }: CheckedTransfer,
  momentNow: () => Moment,
): Promise<HandOver | AppError> {
  const { accountId, ticketIds } = input;
  const email = requireEmail(input);
  await lockAccountSeats(trx, accountId);
  if (!(await lockTickets(trx, accountId, ticketIds))) throw new AppError('TKT-0001');
  const moment = momentNow();
  const { now } = moment;
  const views = await readTransferable(trx, input, now);

  const found = await findAccountByEmail(trx, email);
  const { sender, receiver } = await lockBoth(trx, checked, found?.account_id);
  const isTyped = (row: AccountRow) => row.email !== null && normaliseEmail(row.email) === email;
  if (isTyped(sender)) throw new AppError('TKT-0015');
  const unknown = await readAttempts(trx, `transfer:${accountId}`, UNKNOWN_WINDOW_MS, now);
  const wait = secondsToWait(unknown, MAX_UNKNOWN, now);
  if (wait > 0) throw new AppError('REQ-0004', { retryAfter: wait, limit: 'transfers' });
  if (receiver?.status !== 'active' || !isTyped(receiver)) {
    await countAttempt(trx, unknown, now);
    return new AppError('TKT-0014');
  }
  const done = { sender, receiver, views, moment };
  await handOver(trx, done);
  return done;
}
