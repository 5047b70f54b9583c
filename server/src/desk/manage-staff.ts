// A manager keeps the staff: adds, changes, closes and reopens people, and gives first passwords. Nobody ends their own rights, so
// that one manager at least is always left.
import { randomUUID } from 'node:crypto';
import type { StaffRole } from '@kippu/contract/call';
import { requireEmail, requireName } from '../account/account-input.ts';
import { deleteLoginFailures } from '../account/attempt-store.ts';
import { staffSubject } from '../account/login-attempts.ts';
import { hashPassword, type Keys } from '../account/password-crypto.ts';
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import * as staffStore from '../http/staff-store.ts';
import { firstPassword } from './first-password.ts';
import * as store from './staff-list-store.ts';

export interface ByManager {
  readonly keys: Keys;
  /** The manager who does it. */
  readonly managerId: string;
  /** What names the act: a first password is made of it. */
  readonly act: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

interface Wish {
  readonly name: string;
  readonly role: StaffRole;
}

/** Throws AppError SES-0003 where who does it has been closed, or is no manager any more, since the call began. */
async function requireStillManager(trx: Trx, managerId: string): Promise<void> {
  if (!(await store.lockManagers(trx)).includes(managerId)) throw new AppError('SES-0003');
}

/** The person, locked. Throws AppError REQ-0005 where there is none, SES-0006 for oneself. */
async function lockOther(trx: Trx, { managerId }: ByManager, staffId: string): Promise<staffStore.StaffRow> {
  await requireStillManager(trx, managerId);
  const staff = await staffStore.lockStaff(trx, staffId);
  if (!staff) throw new AppError('REQ-0005');
  if (staffId === managerId) throw new AppError('SES-0006', { detail: 'nobody ends their own rights' });
  return staff;
}

async function listed(trx: Trx, staffId: string): Promise<store.ListedStaff> {
  const row = await store.findListed(trx, staffId);
  if (!row) throw new Error('a person is gone');
  return row;
}

/** Adds somebody, who signs in by `firstPassword` of the act. Throws AppError ACC-0001 where the email is taken, REQ-0001, ACC-0009. */
export async function addStaff(
  trx: Trx,
  by: ByManager,
  wish: Wish & { readonly email: string },
): Promise<store.ListedStaff> {
  const [email, name] = [requireEmail(wish.email), requireName('fullname', wish.name)];
  await requireStillManager(trx, by.managerId);
  const staffId = randomUUID();
  const added = await staffStore.insertStaff(trx, {
    ...{ staff_id: staffId, email, name, role: wish.role },
    password_hash: await hashPassword(firstPassword(by.keys, staffId, by.act)),
    must_change_password: true,
    created_at: new Date(by.now),
    closed_at: null,
  });
  if (!added) throw new AppError('ACC-0001');
  return listed(trx, staffId);
}

/** Throws AppError REQ-0005, SES-0006 for another role of one's own, REQ-0001, ACC-0009. */
export async function changeStaff(
  trx: Trx,
  by: ByManager,
  { staffId, ...wish }: Wish & { readonly staffId: string },
): Promise<store.ListedStaff> {
  const name = requireName('fullname', wish.name);
  await requireStillManager(trx, by.managerId);
  const staff = await staffStore.lockStaff(trx, staffId);
  if (!staff) throw new AppError('REQ-0005');
  if (staff.role !== wish.role) {
    if (staffId === by.managerId) throw new AppError('SES-0006', { detail: 'nobody ends their own rights' });
    // What lies open on the person's screen was for another role.
    await staffStore.endStaffSessions(trx, staffId, new Date(by.now));
  }
  await staffStore.updateStaff(trx, staffId, { name, role: wish.role });
  return listed(trx, staffId);
}

/** Gives a locked person the act's first password, ends their sessions, and forgets failed tries. */
async function giveFirstPassword(trx: Trx, by: ByManager, staff: staffStore.StaffRow): Promise<void> {
  const { staff_id: staffId, email } = staff;
  await staffStore.endStaffSessions(trx, staffId, new Date(by.now));
  await deleteLoginFailures(trx, staffSubject(by.keys, email));
  await staffStore.updateStaff(trx, staffId, {
    password_hash: await hashPassword(firstPassword(by.keys, staffId, by.act)),
    must_change_password: true,
    closed_at: null,
  });
}

/** Throws AppError REQ-0005 for nobody, or somebody closed, SES-0006 for oneself. */
export async function resetStaffPassword(
  trx: Trx,
  by: ByManager,
  staffId: string,
): Promise<store.ListedStaff> {
  const staff = await lockOther(trx, by, staffId);
  if (staff.closed_at) throw new AppError('REQ-0005');
  await giveFirstPassword(trx, by, staff);
  return listed(trx, staffId);
}

/** Closing somebody closed changes nothing. Throws AppError REQ-0005, SES-0006 for oneself. */
export async function closeStaff(trx: Trx, by: ByManager, staffId: string): Promise<store.ListedStaff> {
  const staff = await lockOther(trx, by, staffId);
  const at = new Date(by.now);
  await staffStore.endStaffSessions(trx, staffId, at);
  if (!staff.closed_at) await staffStore.updateStaff(trx, staffId, { closed_at: at });
  return listed(trx, staffId);
}

/** Throws AppError REQ-0005 for nobody, or somebody who is not closed: their password stays theirs. */
export async function reopenStaff(trx: Trx, by: ByManager, staffId: string): Promise<store.ListedStaff> {
  const staff = await lockOther(trx, by, staffId);
  if (!staff.closed_at) throw new AppError('REQ-0005');
  await giveFirstPassword(trx, by, staff);
  return listed(trx, staffId);
}
