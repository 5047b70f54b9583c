// Makes the link by which somebody takes a ticket over, and calls it back. The ticket stays the sender's until then.
import { normaliseEmail } from '@kippu/domain/account/rules';
import { SENT_LINK_HOURS } from '@kippu/contract/limits';
import { countAttempt, readAttempts, secondsToWait } from '../account/login/attempt-limit.ts';
import { lockChecked } from '../account/password/check-own-password.ts';
import type { AccountRow } from '../account/record/account-store.ts';
import { withPasswords } from '../account/password-crypto/hash-password.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { hashToken } from '../session/session.ts';
import { endLink, insertSentLink } from '../ticket/record/sent-links.ts';
import { lockTicket, type TicketView } from '../ticket/record/ticket-store.ts';
import { checkGiving, readTransferable, requireEmail, type Giving } from './transfer-ticket.ts';

const HOUR_MS = 3_600_000;
/** Links of an account in a day, and mails with a link to one address: nobody's mailbox is filled by them. */
const MAX_LINKS = 60;
const MAX_MAILS = 5;
const DAY_MS = 24 * HOUR_MS;

interface LinkInput extends Omit<Giving, 'ticketIds'> {
  readonly ticketId: string;
  /** Made by the phone. */
  readonly token: string;
  /** Where the link is mailed; undefined where the sender passes it on. */
  readonly receiver: { readonly email: string; readonly emailRepeat: string } | undefined;
}

/** A link whose sender's password was checked, ready for `sendLink`. */
export interface CheckedLink {
  readonly input: LinkInput;
  readonly sender: AccountRow;
}

const givingOf = ({ ticketId, ...rest }: LinkInput): Giving => ({ ...rest, ticketIds: [ticketId] });

/**
 * The slow part, outside transactions. The same rules as for a transfer: throws AppError TKT-0016 emails differ, REQ-0001 not an email, TKT-0001, TKT-0007,
 * TKT-0013, TKT-0005 and TKT-0008 about the ticket, AccountOrPwdError and MFA-0011 (the try is counted), REQ-0008.
 */
export function checkLink(db: Db, input: LinkInput, now: number): Promise<CheckedLink> {
  return withPasswords(input.accountId, async (passwords) => {
    if (input.receiver) requireEmail(input.receiver);
    return { input, sender: await checkGiving(db, passwords, givingOf(input), now) };
  });
}

export interface MadeLink {
  readonly sender: AccountRow;
  readonly view: TicketView;
  /** The normalised address of its mail. */
  readonly email: string | undefined;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** Waits until fewer than `max` were counted for the subject in a day, and counts one more. Throws AppError REQ-0004. */
async function count(trx: Trx, subject: string, max: number, now: number): Promise<void> {
  const known = await readAttempts(trx, subject, DAY_MS, now);
  const retryAfter = secondsToWait(known, max, now);
  if (retryAfter > 0) throw new AppError('REQ-0004', { retryAfter, limit: 'transfers' });
  await countAttempt(trx, known, now);
}

/**
 * Makes the link, and calls an older one of the ticket back. It waits for SENT_LINK_HOURS, but not beyond the ticket's validity.
 * @param mac makes the keyed hash of an address, so that none is stored
 * @param now epoch milliseconds, read under the ticket's lock
 * @throws AppError as `checkLink` about the ticket, which is checked again; TKT-0015 mailed to oneself, REQ-0004 too many links,
 * REQ-0001 a token that was used before, AUTH-0020 the password was changed since it was checked
 */
export async function sendLink(
  trx: Trx,
  { input, sender: checked }: CheckedLink,
  { mac, clock }: { readonly mac: (text: string) => string; readonly clock: () => number },
): Promise<MadeLink> {
  const { accountId, ticketId, token, receiver } = input;
  if (!(await lockTicket(trx, accountId, ticketId))) throw new AppError('TKT-0001');
  const now = clock();
  const [view] = await readTransferable(trx, givingOf(input), now);
  if (!view) throw new AppError('TKT-0001');
  const sender = await lockChecked(trx, checked);
  const email = receiver && requireEmail(receiver);
  if (email !== undefined && sender.email !== null && normaliseEmail(sender.email) === email)
    throw new AppError('TKT-0015');
  await count(trx, `link:${accountId}`, MAX_LINKS, now);
  if (email !== undefined) await count(trx, `linkMail:${mac(email)}`, MAX_MAILS, now);
  await endLink(trx, ticketId, now);
  const until = Math.min(now + SENT_LINK_HOURS * HOUR_MS, new Date(view.ends_at).getTime());
  const isNew = await insertSentLink(trx, {
    token_hash: hashToken(token),
    ticket_id: ticketId,
    account_id: accountId,
    made_at: new Date(now),
    expires_at: new Date(until),
  });
  if (!isNew) throw new AppError('REQ-0001', { values: { field: 'token' } });
  return { sender, view, email, until };
}

/** Calls the ticket's link back, if one waits. Throws AppError TKT-0001 when the ticket is not the account's, also because it was taken meanwhile. */
export async function callBackLink(
  trx: Trx,
  { accountId, ticketId }: { readonly accountId: string; readonly ticketId: string },
  now: number,
): Promise<void> {
  if (!(await lockTicket(trx, accountId, ticketId))) throw new AppError('TKT-0001');
  await endLink(trx, ticketId, now);
}
