// A manager manages the staff: adds, changes, closes and reopens people, and sets first passwords. Managers cannot end
// their own rights, so at least one manager always remains.
import { randomUUID } from 'node:crypto';
import type { StaffRole } from '@kippu/contract/values';
import { foldedName } from '@kippu/domain/text/seen-text';
import { requireEmail, requireName } from '../../account/record/account-input.ts';
import { liftLocks } from '../../account/login/login-attempts.ts';
import { withPasswords } from '../../account/password-crypto/hash-password.ts';
import type { Keys } from '../../platform/keys/password-keys.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import * as staffStore from '../../session/staff-store.ts';
import { firstPassword, firstPasswordEnd } from './first-password.ts';
import { staffVersion } from './staff-answer.ts';
import * as store from './staff-list-store.ts';

export interface ByManager {
  readonly keys: Keys;
  /** The manager who acts. */
  readonly managerId: string;
  /** The id of the act, from which its first password is derived. */
  readonly act: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

interface Input {
  readonly name: string;
  readonly role: StaffRole;
}

/** The hash of a first password, and whose it is. Made outside transactions. */
export interface FirstPassword {
  readonly staffId: string;
  readonly passwordHash: string;
}

/** Hashes the act's first password; for a new person without `staffId`. Throws AppError REQ-0008. Never call it in a transaction. */
export async function hashFirstPassword(
  { keys, managerId, act }: ByManager,
  staffId: string = randomUUID(),
): Promise<FirstPassword> {
  const password = firstPassword(keys, staffId, act);
  return { staffId, passwordHash: await withPasswords(`staff:${managerId}`, ({ hash }) => hash(password)) };
}

/** Throws AppError SES-0003 when the caller was closed or is no longer a manager. */
async function requireStillManager(trx: Trx, managerId: string): Promise<void> {
  if (!(await store.lockManagers(trx)).includes(managerId)) throw new AppError('SES-0003');
}

/** The person that an act is about, and the version it was decided on. */
interface Seen {
  readonly staffId: string;
  readonly version: string;
}

/** Locks the person. Throws AppError REQ-0005 when there is none, SES-0006 for oneself, DESK-0001 when they were changed. */
async function lockOther(trx: Trx, { managerId }: ByManager, seen: Seen): Promise<staffStore.StaffRow> {
  await requireStillManager(trx, managerId);
  const staff = await staffStore.lockStaff(trx, seen.staffId);
  if (!staff) throw new AppError('REQ-0005');
  requireSeen(staff, seen);
  if (seen.staffId === managerId) throw new AppError('SES-0006', { detail: 'nobody ends their own rights' });
  return staff;
}

/** Throws AppError DESK-0001 when a locked person has changed since they were seen. */
function requireSeen(staff: staffStore.StaffRow, { version }: Seen): void {
  if (staffVersion(staff) !== version) throw new AppError('DESK-0001');
}

async function listed(trx: Trx, staffId: string): Promise<store.ListedStaff> {
  const row = await store.findListed(trx, staffId);
  if (!row) throw new Error('a person is gone');
  return row;
}

/**
 * Throws AppError REQ-0001, naming the field, when somebody else who may sign in has a name that looks the same. Managers are locked, so
 * nobody else changes names meanwhile.
 */
async function requireOwnName(trx: Trx, staffId: string, name: string): Promise<void> {
  const folded = foldedName(name);
  const others = await store.listOpenNames(trx, staffId);
  if (others.some((other) => foldedName(other) === folded))
    throw new AppError('REQ-0001', { values: { field: 'name' }, detail: 'a namesake' });
}

/**
 * Adds a person, who signs in with the first password. Throws AppError ACC-0001 when the email is taken, REQ-0001 for an invalid name or a
 * namesake, ACC-0009.
 */
export async function addStaff(
  trx: Trx,
  by: ByManager,
  input: Input & { readonly email: string },
  { staffId, passwordHash }: FirstPassword,
): Promise<store.ListedStaff> {
  const [email, name] = [requireEmail(input.email), requireName('name', input.name)];
  await requireStillManager(trx, by.managerId);
  await requireOwnName(trx, staffId, name);
  const added = await staffStore.insertStaff(trx, {
    staff_id: staffId,
    email,
    name,
    role: input.role,
    password_hash: passwordHash,
    must_change_password: true,
    first_password_until: firstPasswordEnd(by.now),
    created_at: new Date(by.now),
    closed_at: null,
  });
  if (!added) throw new AppError('ACC-0001');
  return listed(trx, staffId);
}

/**
 * Changes name and role. Returns the name before, too. Throws AppError REQ-0005, DESK-0001, SES-0006 for another role of one's own, REQ-0001
 * also for a namesake, ACC-0009.
 */
export async function changeStaff(
  trx: Trx,
  by: ByManager,
  { staffId, version, ...input }: Input & Seen,
): Promise<{ readonly staff: store.ListedStaff; readonly oldName: string }> {
  const name = requireName('name', input.name);
  await requireStillManager(trx, by.managerId);
  const staff = await staffStore.lockStaff(trx, staffId);
  if (!staff) throw new AppError('REQ-0005');
  requireSeen(staff, { staffId, version });
  if (staff.name !== name && !staff.closed_at) await requireOwnName(trx, staffId, name);
  if (staff.role !== input.role) {
    if (staffId === by.managerId) throw new AppError('SES-0006', { detail: 'nobody ends their own rights' });
    // What is open on the person's screen was for another role.
    await staffStore.endStaffSessions(trx, staffId, new Date(by.now));
  }
  await staffStore.updateStaff(trx, staffId, { name, role: input.role });
  return { staff: await listed(trx, staffId), oldName: staff.name };
}

/** Sets a locked person's first password, ends their sessions, and clears failed tries. */
async function giveFirstPassword(
  trx: Trx,
  by: ByManager,
  staff: staffStore.StaffRow,
  passwordHash: string,
): Promise<void> {
  const { staff_id: staffId, email } = staff;
  await staffStore.endStaffSessions(trx, staffId, new Date(by.now));
  await liftLocks(trx, by.keys, { kind: 'staff', email });
  await staffStore.updateStaff(trx, staffId, {
    password_hash: passwordHash,
    must_change_password: true,
    first_password_until: firstPasswordEnd(by.now),
    closed_at: null,
  });
}

/** Sets a new first password. Throws AppError REQ-0005 for an unknown or closed person, SES-0006 for oneself. */
export async function resetStaffPassword(
  trx: Trx,
  by: ByManager,
  { passwordHash, ...seen }: FirstPassword & Seen,
): Promise<store.ListedStaff> {
  const staff = await lockOther(trx, by, seen);
  if (staff.closed_at) throw new AppError('REQ-0005');
  await giveFirstPassword(trx, by, staff, passwordHash);
  return listed(trx, seen.staffId);
}

/** Closes a person. Does nothing when they are already closed. Throws AppError REQ-0005, SES-0006 for oneself. */
export async function closeStaff(trx: Trx, by: ByManager, seen: Seen): Promise<store.ListedStaff> {
  const { staffId } = seen;
  const staff = await lockOther(trx, by, seen);
  const at = new Date(by.now);
  await staffStore.endStaffSessions(trx, staffId, at);
  if (!staff.closed_at) await staffStore.updateStaff(trx, staffId, { closed_at: at });
  return listed(trx, staffId);
}

/** Reopens a closed person. Throws AppError REQ-0005 for an unknown person, or one that is not closed, REQ-0001 for a namesake. */
export async function reopenStaff(
  trx: Trx,
  by: ByManager,
  { passwordHash, ...seen }: FirstPassword & Seen,
): Promise<store.ListedStaff> {
  const staff = await lockOther(trx, by, seen);
  if (!staff.closed_at) throw new AppError('REQ-0005');
  await requireOwnName(trx, staff.staff_id, staff.name);
  await giveFirstPassword(trx, by, staff, passwordHash);
  return listed(trx, seen.staffId);
}
