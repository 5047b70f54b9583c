// Takes a ticket over by its sender's link: a transfer that its receiver completes. Each link is good for one.
import type { ErrorCode } from '@kippu/contract/errors';
import { isExpired, nextStatus } from '@kippu/domain/ticket/life';
import { findAccount, holdAccount, type AccountRow } from '../account/record/account-store.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { lockAccountSeats } from '../platform/db/locks.ts';
import type { Moment } from '../platform/live/late-trains.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { hashToken } from '../session/session.ts';
import { tokenOf } from '../ticket/issue/ticket-link.ts';
import { lifeOf } from '../ticket/record/ticket-answer.ts';
import { findSentLink, takeSentLink, type SentLink } from '../ticket/record/sent-links.ts';
import { findTicket, lockTicket, type TicketView } from '../ticket/record/ticket-store.ts';
import { handOver, type HandOver } from './hand-over.ts';

interface Opened {
  readonly link: SentLink;
  /** Undefined where the ticket is no longer the sender's, and where the sender is not active: such a link waits for nobody. */
  readonly view: TicketView | undefined;
  /** Who opens it; undefined for a visitor. */
  readonly accountId: string | undefined;
  /** Whether the ticket is in that account already. */
  readonly isMine: boolean;
}

/** Returns why the link's ticket cannot be taken at `now` (epoch milliseconds), or null when it can. The same rules as for a transfer. */
function refusalOf({ link, view, accountId, isMine }: Opened, now: number): ErrorCode | null {
  if (link.outcome === 'taken') return isMine ? 'TKT-0004' : 'TKT-0003';
  if (link.outcome === 'calledBack' || !view) return 'TKT-0023';
  const life = lifeOf(view);
  if (life.status === 'suspended') return 'TKT-0007';
  if (!nextStatus(life.status, 'transfer').ok) return 'TKT-0006';
  if (link.expires_at.getTime() <= now) return 'TKT-0024';
  if (isExpired(life, now)) return 'TKT-0005';
  if (link.account_id === accountId) return 'TKT-0022';
  return view.entry_at === null ? null : 'TKT-0025';
}

async function read(db: Db, link: SentLink, accountId: string | undefined): Promise<Opened> {
  const { ticket_id: ticketId, account_id: sender } = link;
  const owner = await findAccount(db, sender);
  const view = owner?.status === 'active' ? await findTicket(db, sender, ticketId) : undefined;
  const isMine =
    accountId !== undefined && !view && (await findTicket(db, accountId, ticketId)) !== undefined;
  return { link, view, accountId, isMine };
}

/** Finds the link whose token is in a pasted text; undefined where no account has sent it. */
export async function findLinkIn(db: Db, pasted: string | undefined): Promise<SentLink | undefined> {
  const token = tokenOf(pasted ?? '');
  return token === null ? undefined : findSentLink(db, hashToken(token));
}

/**
 * Returns the ticket that the link would give, without giving it.
 * @param accountId who opens it; undefined for a visitor
 * @param now epoch milliseconds
 * @throws AppError TKT-0003 taken by somebody else, TKT-0004 taken by this account, TKT-0022 one's own link, TKT-0023 called back, TKT-0024 run out,
 * TKT-0025 its ticket is inside a station, TKT-0005 expired, TKT-0006 closed, TKT-0007 suspended
 */
export async function showByLink(
  db: Db,
  link: SentLink,
  accountId: string | undefined,
  now: number,
): Promise<TicketView> {
  const opened = await read(db, link, accountId);
  const refusal = refusalOf(opened, now);
  if (refusal !== null || !opened.view) throw new AppError(refusal ?? 'TKT-0023');
  return opened.view;
}

/** Locks both accounts in the order of their ids, as transfers do. */
async function lockBoth(
  trx: Trx,
  sender: string,
  receiver: string,
): Promise<ReadonlyMap<string, AccountRow>> {
  const held = new Map<string, AccountRow>();
  for (const id of [sender, receiver].toSorted()) {
    const account = await holdAccount(trx, id);
    if (account?.status === 'active') held.set(id, account);
  }
  return held;
}

/**
 * Gives the link's ticket with its seats to the account. The time is read by `momentNow` under the ticket's lock, as for a transfer.
 * @throws AppError as `showByLink`; SES-0003 when the account is deleted
 */
export async function takeByLink(
  trx: Trx,
  { token_hash: tokenHash, account_id: from, ticket_id: ticketId }: SentLink,
  accountId: string,
  momentNow: () => Moment,
): Promise<HandOver> {
  await lockAccountSeats(trx, from);
  await lockTicket(trx, from, ticketId);
  const moment = momentNow();
  const link = await findSentLink(trx, tokenHash);
  if (!link) throw new AppError('TKT-0002');
  const view = await showByLink(trx, link, accountId, moment.now);
  const held = await lockBoth(trx, from, accountId);
  const [sender, receiver] = [held.get(from), held.get(accountId)];
  if (!receiver) throw new AppError('SES-0003');
  // The account may be suspended: its links wait for nobody.
  if (!sender || !(await takeSentLink(trx, tokenHash, moment.now))) throw new AppError('TKT-0023');
  const done = { sender, receiver, views: [view], moment, byLink: true };
  await handOver(trx, done);
  return done;
}
