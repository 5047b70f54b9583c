// Binds tickets to an account by link, voucher number or redeem code. It cannot be undone, and only one account gets a ticket.
import type { ErrorCode } from '@kippu/contract/errors';
import { isExpired, nextStatus, STATE_OF } from '@kippu/domain/ticket/life';
import { holdActiveAccount } from '../../account/record/account-store.ts';
import type { Trx } from '../../platform/db/database.ts';
import { lockAttempts, lockSeatsOfAccounts } from '../../platform/db/locks.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { normaliseCode } from '../issue/ticket-codes.ts';
import { tokenOf } from '../issue/ticket-link.ts';
import * as store from '../record/ticket-store.ts';

const WINDOW_MS = 10 * 60_000;
/** Wrong codes of an account, and of an address, in ten minutes. */
const MAX_WRONG = { account: 10, address: 100 } as const;
/** Wrong codes of an account at an address beyond its limit. Others share the address of a station's Wi-Fi, and type a right code. */
const MAX_WRONG_THERE = 2;

interface Bind {
  readonly accountId: string;
  /** A keyed hash of the client's address. The address itself is stored nowhere. */
  readonly addressMac: string;
  /** Exactly one of the three, as the traveller typed it. */
  readonly typed: { readonly link?: string; readonly voucherNo?: string; readonly redeemCode?: string };
  /** Returns what would be bound, and binds nothing. */
  readonly preview: boolean;
}

/** Gives the seats of an order's tickets to the account that adds them, under the locks that `bindTickets` holds. */
export type GiveSeats = (
  trx: Trx,
  given: { readonly ticketIds: readonly string[]; readonly to: string },
  now: number,
) => Promise<unknown>;

function codeOf({ link, voucherNo, redeemCode }: Bind['typed']): store.TicketCode | null {
  if (voucherNo !== undefined) return { by: 'voucherNo', code: normaliseCode(voucherNo) };
  if (redeemCode !== undefined) return { by: 'redeemCode', code: normaliseCode(redeemCode) };
  const code = tokenOf(link ?? '');
  return code === null ? null : { by: 'link', code };
}

/**
 * Throws REQ-0004 when the account has typed too many wrong codes in the last ten minutes; fewer are too many where others at its address
 * have typed very many.
 */
async function requireTriesLeft(trx: Trx, subjects: Record<keyof typeof MAX_WRONG, string>, now: number) {
  await lockAttempts(trx, `bind:${subjects.account}`);
  const read = (subject: string) => store.listBindFailures(trx, subject, now - WINDOW_MS);
  const own = await read(subjects.account);
  const isCrowded = (await read(subjects.address)).length >= MAX_WRONG.address;
  const oldest = own[(isCrowded ? MAX_WRONG_THERE : MAX_WRONG.account) - 1];
  if (!oldest) return;
  const retryAfter = Math.ceil((oldest.getTime() + WINDOW_MS - now) / 1000);
  throw new AppError('REQ-0004', { retryAfter, limit: 'ticketCodes' });
}

/** Returns why the account cannot add this ticket, or null when it can. `accountId` is undefined for a visitor. */
export function refusalOf(
  ticket: store.BindableTicket,
  accountId: string | undefined,
  now: number,
): ErrorCode | null {
  if (ticket.account_id === accountId) return 'TKT-0004';
  if (ticket.account_id !== null) return 'TKT-0003';
  const next = nextStatus(ticket.status, 'bind');
  if (!next.ok) return next.code;
  const useExpireDate = wireTime(ticket.use_expire_date);
  return isExpired({ ticketState: STATE_OF[ticket.status], useExpireDate }, now) ? 'TKT-0005' : null;
}

const PRECEDENCE: readonly ErrorCode[] = ['TKT-0004', 'TKT-0003', 'TKT-0007', 'TKT-0005', 'TKT-0006'];

/** The error to report when no ticket of an order can be added: the first by precedence. */
export const firstRefusal = (refusals: readonly (ErrorCode | null)[]): AppError =>
  new AppError(PRECEDENCE.find((refusal) => refusals.includes(refusal)) ?? 'TKT-0006');

/**
 * Binds the tickets that a code names, with the seats that their order has for them. An order's link binds each ticket of the order that is still
 * unbound.
 *
 * A wrong code RETURNS TKT-0002 instead of throwing it, so that the transaction commits and the try is counted.
 * @param now epoch milliseconds
 * @returns the bound tickets, or with `preview` the tickets that would be bound
 * @throws AppError TKT-0003, 0004, 0005, 0006 or 0007 when no ticket can be bound, SES-0003 when the account is
 * deleted, REQ-0004 after too many wrong codes
 */
export async function bindTickets(
  trx: Trx,
  bind: Bind,
  giveSeats: GiveSeats,
  now: number,
): Promise<store.TicketView[] | AppError> {
  const { accountId } = bind;
  const subjects = { account: `account:${accountId}`, address: `address:${bind.addressMac}` };
  await requireTriesLeft(trx, subjects, now);
  const code = codeOf(bind.typed);
  // An order's seats may be of its other tickets too: one who adds some of them waits for one who adds the others.
  const orders = code && !bind.preview ? await store.listOrdersByCode(trx, code) : [];
  await lockSeatsOfAccounts(
    trx,
    orders.length === 0 ? [] : [accountId, ...orders.map((id) => `order:${id}`)],
  );
  const tickets = code ? await store.lockTicketsByCode(trx, code) : [];
  if (!code || tickets.length === 0) {
    await store.insertBindFailures(trx, Object.values(subjects), now, now - WINDOW_MS);
    return new AppError('TKT-0002');
  }
  const refusals = tickets.map((ticket) => refusalOf(ticket, accountId, now));
  const free = tickets.filter((_, at) => refusals[at] === null).map((ticket) => ticket.ticket_id);
  if (free.length === 0) throw firstRefusal(refusals);
  if (bind.preview) return store.findUnboundTickets(trx, free);
  // Accounts are locked after tickets, as a transfer does. The account may have been deleted since its session was checked.
  if (!(await holdActiveAccount(trx, accountId))) throw new AppError('SES-0003');
  const won = await store.bindUnbound(trx, accountId, free);
  if (won.length === 0) throw new AppError('TKT-0003');
  const change = { kind: 'bind', from_status: 'unbound', to_status: 'bound' } as const;
  const by = { actor: `account:${accountId}`, at: new Date(now), detail: JSON.stringify({ by: code.by }) };
  await store.insertEvents(
    trx,
    won.map((ticket_id) => ({ ticket_id, ...change, ...by })),
  );
  await giveSeats(trx, { ticketIds: won, to: accountId }, now);
  return store.findTickets(trx, accountId, won);
}
