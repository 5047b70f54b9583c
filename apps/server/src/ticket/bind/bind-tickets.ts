// Adds tickets to an account by link, voucher number or redeem code: irreversible, and one winner a ticket.
import type { ErrorCode } from '@kippu/contract/errors';
import { isExpired, nextStatus, STATE_OF } from '@kippu/domain/ticket-life';
import { holdActiveAccount } from '../account/account-store.ts';
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { wireTime } from '../http/wire-time.ts';
import { normaliseCode } from './ticket-codes.ts';
import { tokenOf } from './ticket-link.ts';
import * as store from './ticket-store.ts';

const WINDOW_MS = 10 * 60_000;
/** Wrong codes in ten minutes; an address has many travellers behind it (station Wi-Fi). */
const MOST_WRONG = { account: 10, address: 100 } as const;

interface Bind {
  readonly accountId: string;
  /** The client's address as a keyed hash: the address itself is nowhere stored. */
  readonly addressMac: string;
  /** Exactly one of the three, as typed. */
  readonly typed: { readonly link?: string; readonly voucherNo?: string; readonly redeemCode?: string };
  /** Tells what would be bound, and binds nothing. */
  readonly preview: boolean;
}

function codeOf({ link, voucherNo, redeemCode }: Bind['typed']): store.TicketCode | null {
  if (voucherNo !== undefined) return { by: 'voucherNo', code: normaliseCode(voucherNo) };
  if (redeemCode !== undefined) return { by: 'redeemCode', code: normaliseCode(redeemCode) };
  const code = tokenOf(link ?? '');
  return code === null ? null : { by: 'link', code };
}

/** Refuses REQ-0004 while the account or the address has typed too many wrong codes of late. */
async function requireTriesLeft(trx: Trx, subjects: Record<keyof typeof MOST_WRONG, string>, now: number) {
  await store.lockBindSubject(trx, subjects.account);
  for (const kind of ['account', 'address'] as const) {
    const failures = await store.listBindFailures(trx, subjects[kind], now - WINDOW_MS);
    const oldest = failures[MOST_WRONG[kind] - 1];
    if (!oldest) continue;
    const retryAfter = Math.ceil((oldest.getTime() + WINDOW_MS - now) / 1000);
    throw new AppError('REQ-0004', { retryAfter });
  }
}

/** Why this ticket cannot be added to the account, or null. */
function refusalOf(ticket: store.BindableTicket, accountId: string, now: number): ErrorCode | null {
  if (ticket.account_id === accountId) return 'TKT-0004';
  if (ticket.account_id !== null) return 'TKT-0003';
  const next = nextStatus(ticket.status, 'bind');
  if (!next.ok) return next.code;
  const useExpireDate = wireTime(ticket.use_expire_date);
  return isExpired({ ticketState: STATE_OF[ticket.status], useExpireDate }, now) ? 'TKT-0005' : null;
}

/** What to tell when none of an order's tickets can be added, the most useful first. */
const PRECEDENCE: readonly ErrorCode[] = ['TKT-0004', 'TKT-0003', 'TKT-0007', 'TKT-0005', 'TKT-0006'];

/**
 * Binds what the code names at `now` (epoch milliseconds): of an order's link each ticket that is still unbound.
 * Gives the tickets. Throws AppError TKT-0003, 0004, 0005, 0006, 0007 when none can be bound, SES-0003 when the account
 * is gone and REQ-0004 after too many wrong codes; RETURNS TKT-0002 for a wrong code, which must be committed, for it
 * counts.
 */
export async function bindTickets(trx: Trx, bind: Bind, now: number): Promise<store.TicketView[] | AppError> {
  const { accountId } = bind;
  const subjects = { account: `account:${accountId}`, address: `address:${bind.addressMac}` };
  await requireTriesLeft(trx, subjects, now);
  const code = codeOf(bind.typed);
  const tickets = code ? await store.lockTicketsByCode(trx, code) : [];
  if (!code || tickets.length === 0) {
    await store.insertBindFailures(trx, Object.values(subjects), now, now - WINDOW_MS);
    return new AppError('TKT-0002');
  }
  const refusals = tickets.map((ticket) => refusalOf(ticket, accountId, now));
  const free = tickets.filter((_, at) => refusals[at] === null).map((ticket) => ticket.ticket_id);
  if (free.length === 0)
    throw new AppError(PRECEDENCE.find((refusal) => refusals.includes(refusal)) ?? 'TKT-0006');
  if (bind.preview) return store.findUnboundTickets(trx, free);
  // After the tickets, as a transfer locks them: the account may have been deleted since its session was looked at.
  if (!(await holdActiveAccount(trx, accountId))) throw new AppError('SES-0003');
  const won = await store.bindUnbound(trx, accountId, free);
  if (won.length === 0) throw new AppError('TKT-0003');
  const change = { kind: 'bind', from_status: 'unbound', to_status: 'bound' } as const;
  const by = { actor: `account:${accountId}`, at: new Date(now), detail: JSON.stringify({ by: code.by }) };
  await store.insertEvents(
    trx,
    won.map((ticket_id) => ({ ticket_id, ...change, ...by })),
  );
  return store.findTickets(trx, accountId, won);
}
