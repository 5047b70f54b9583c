// Accounts and staff whose password is published in this repository, and how to close them.
import { findAccountByEmail, lockAccount, type AccountRow } from '../account/record/account-store.ts';
import { deleteAccount } from '../account/member/log-off.ts';
import { isPassword } from '../account/password-crypto/hash-password.ts';
import { inTransaction, type Db } from '../platform/db/database.ts';
import { changeTicket } from '../desk/tickets/change-ticket.ts';
import { endStaffSessions, findStaffByEmail, updateStaff, type StaffRow } from '../session/staff-store.ts';
import type { OperatorData } from '../platform/operator/operator-data.ts';
import { DEMO_EMAIL, DEMO_PASSWORD, DEMO_STAFF } from '../platform/start/demo-people.ts';
import { closeDemoGates, listLiveDemoTickets, voidDemoGateCodes } from './demo-store.ts';

interface Published {
  /** Undefined where there is none or its password was changed: then it is a real person's. */
  readonly traveller: AccountRow | undefined;
  readonly staff: readonly StaffRow[];
}

/** Finds the accounts and staff that still have the published password. */
async function findPublished(db: Db): Promise<Published> {
  const account = await findAccountByEmail(db, DEMO_EMAIL);
  const isOpen = account?.status === 'active' && (await isPassword(account.password_hash, DEMO_PASSWORD));
  const staff: StaffRow[] = [];
  for (const { email } of DEMO_STAFF) {
    const row = await findStaffByEmail(db, email);
    if (row && !row.closed_at && (await isPassword(row.password_hash, DEMO_PASSWORD))) staff.push(row);
  }
  return { traveller: isOpen ? account : undefined, staff };
}

/** Lists the emails that can sign in with the published password. */
export async function publishedEmails(db: Db): Promise<string[]> {
  const { traveller, staff } = await findPublished(db);
  return [...(traveller ? [DEMO_EMAIL] : []), ...staff.map(({ email }) => email)];
}

export interface ClosedDemo {
  /** The emails of the accounts and staff closed. */
  readonly people: readonly string[];
  readonly tickets: number;
  readonly gates: number;
  readonly gateCodes: number;
}

interface Closing {
  readonly db: Db;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly operator: OperatorData;
  readonly publicOrigin: string;
}

/**
 * Ends a demonstration: closes the staff and deletes the account that still have the published password, voids the demonstration's tickets
 * in all accounts, closes its gates and voids its gate codes. Running it again changes nothing.
 */
export async function closeDemo({ db, clock, operator, publicOrigin }: Closing): Promise<ClosedDemo> {
  const { traveller, staff } = await findPublished(db);
  for (const { staff_id: staffId } of staff)
    await inTransaction(db, async (trx) => {
      const at = new Date(clock());
      await endStaffSessions(trx, staffId, at);
      await updateStaff(trx, staffId, { closed_at: at });
    });
  const tickets = await listLiveDemoTickets(db);
  const reason = 'the demonstration ended';
  for (const ticketId of tickets)
    await inTransaction(db, (trx) =>
      changeTicket(
        trx,
        { actor: 'system', publicOrigin, clock, operator },
        { ticketId, action: 'void', reason, seen: null },
      ),
    );
  if (traveller)
    await inTransaction(db, async (trx) => {
      const account = await lockAccount(trx, traveller.account_id);
      if (account) await deleteAccount(trx, account, clock());
    });
  const gates = await inTransaction(db, (trx) => closeDemoGates(trx, new Date(clock())));
  const gateCodes = await voidDemoGateCodes(db, new Date(clock()));
  const people = [...(traveller ? [DEMO_EMAIL] : []), ...staff.map(({ email }) => email)];
  return { people, tickets: tickets.length, gates, gateCodes };
}
