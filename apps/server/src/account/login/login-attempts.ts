// Counts failed logins: when a captcha is required, and when logins are locked. Known devices and live sessions are counted separately, so
// that a stranger's failures do not lock out somebody who has logged in before.
import type { Db, Trx } from '../../platform/db/database.ts';
import { lockAttempts } from '../../platform/db/locks.ts';
import { networksOf } from '../../platform/limits/client-address.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import {
  insertLoginFailure,
  countFailing,
  deleteAllLoginFailures,
  deleteLoginFailure,
  deleteLoginFailures,
  listLoginFailures,
} from './attempt-store.ts';
import { deviceHash, isKnownDevice, type Device, type Kind } from './known-device.ts';
import { spendCaptchaPass } from '../proofs/one-time-pass.ts';
import type { Keys } from '../../platform/keys/password-keys.ts';

const LOCK_MS = 10 * 60_000;
const FAILURES_TO_CAPTCHA = 3;
const FAILURES_TO_LOCK = 5;

/** The prefix keeps these MACs distinct from all others of the same key, whatever is typed as an email. */
const emailMac = (keys: Keys, email: string): string => keys.mac(`login email\n${email}`);
/** The subject that failures of unknown devices are counted under. The email is normalised. */
export const accountSubject = (keys: Keys, email: string): string => `account:${emailMac(keys, email)}`;
const staffSubject = (keys: Keys, email: string): string => `staff:${emailMac(keys, email)}`;
/** The subject that a live session's wrong passwords are counted under. */
export const sessionSubject = (kind: Kind, sessionId: string): string => `${kind}-session:${sessionId}`;

const SUBJECT_OF = { account: accountSubject, staff: staffSubject } as const;
/** Travellers and staff at one address are counted separately. */
const addressSubject = (keys: Keys, kind: Kind, address: string): string =>
  `address:${kind}:${keys.mac(address)}`;

/** Returns the milliseconds until the lock ends; 0 when there is none. `failures` newest first. */
function lockLeft(failures: readonly Date[], now: number): number {
  const newest = failures[0];
  const decisive = failures[FAILURES_TO_LOCK - 1];
  if (!decisive || !newest || newest.getTime() - decisive.getTime() >= LOCK_MS) return 0;
  return Math.max(0, newest.getTime() + LOCK_MS - now);
}

function locked(failures: readonly Date[], now: number): AppError | undefined {
  const left = Math.ceil(lockLeft(failures, now) / 1000);
  if (left <= 0) return undefined;
  return new AppError('MFA-0011', { values: { minutes: Math.ceil(left / 60) }, retryAfter: left });
}

async function readFailures(trx: Trx, subject: string, now: number): Promise<Date[]> {
  await lockAttempts(trx, subject);
  // The fifth failure may be almost ten minutes older than the one that started the lock.
  return listLoginFailures(trx, subject, new Date(now - 2 * LOCK_MS));
}

/** Returns MFA-0011 when the subject is locked. Holds the subject's lock until the transaction ends. */
export async function lockOf(trx: Trx, subject: string, now: number): Promise<AppError | undefined> {
  return locked(await readFailures(trx, subject, now), now);
}

/** Counts the failures within the last ten minutes. */
const recent = (failures: readonly Date[], now: number): number =>
  failures.filter((failure) => now - failure.getTime() < LOCK_MS).length;

/** From this many failures of an address on, puzzles take two, four and eight times as long; see work-challenge.ts. */
const LEVELS = [50, 100, 200];
export const levelOf = (failures: number): number => LEVELS.filter((from) => failures >= from).length;

/** Returns the puzzle level that an address must solve now. */
export async function levelOfAddress(trx: Trx, keys: Keys, address: string, now: number): Promise<number> {
  const since = new Date(now - LOCK_MS);
  const levels: number[] = [];
  for (const kind of ['account', 'staff'] as const)
    for (const { network, share } of networksOf(address)) {
      const failures = await listLoginFailures(trx, addressSubject(keys, kind, network), since);
      levels.push(levelOf(failures.length / share));
    }
  return Math.max(...levels);
}

export interface LoginAttempt {
  readonly kind: Kind;
  /** Normalised. */
  readonly email: string;
  readonly device: Device;
  readonly address: string;
  readonly captchaPass: string | undefined;
}

/** An attempt counted as a failure; `forgetFailures` takes it back when the password was right. */
export interface CountedAttempt {
  readonly subject: string;
  /** The failures of the address and its networks. */
  readonly failureIds: readonly string[];
}

/**
 * Counts the attempt as a failure before the password is checked, so that parallel guesses count too. A known device has its own count.
 * Throws AppError MFA-0011 while locked, imgCodeError where a captcha is required. An address alone never locks a login.
 */
export async function countLoginAttempt(
  trx: Trx,
  keys: Keys,
  { kind, email, device, address, captchaPass }: LoginAttempt,
  now: number,
): Promise<CountedAttempt> {
  const known = isKnownDevice(keys, device, { kind, email }, now);
  const subject = SUBJECT_OF[kind](keys, email) + (known ? `:${deviceHash(keys, device)}` : '');
  const places = known ? [] : networksOf(address);
  // Lock order: the account, the address, its wider networks. So two attempts cannot deadlock.
  const own = await readFailures(trx, subject, now);
  /** The failures from here, as a multiple of what the address or network is allowed. */
  let fromHere = 0;
  for (const { network, share } of places) {
    const failures = await readFailures(trx, addressSubject(keys, kind, network), now);
    fromHere = Math.max(fromHere, recent(failures, now) / share);
  }
  const lock = locked(own, now);
  if (lock) throw lock;
  const many = recent(own, now) >= FAILURES_TO_CAPTCHA || fromHere >= FAILURES_TO_CAPTCHA;
  if (many && !(await spendCaptchaPass(trx, captchaPass, levelOf(fromHere), now)))
    throw new AppError('imgCodeError');
  await insertLoginFailure(trx, subject, new Date(now));
  const failureIds: string[] = [];
  for (const { network } of places)
    failureIds.push(await insertLoginFailure(trx, addressSubject(keys, kind, network), new Date(now)));
  return { subject, failureIds };
}

/** Forgets the failures of a person who has another password now, on known devices too. The email is normalised. */
export const liftLocks = (trx: Trx, keys: Keys, { kind, email }: Pick<LoginAttempt, 'kind' | 'email'>) =>
  deleteAllLoginFailures(trx, SUBJECT_OF[kind](keys, email));

/** Names the queue for password checks: a known device does not wait for others at its address. */
export const turnOf = (
  keys: Keys,
  { kind, email, device, address }: Pick<LoginAttempt, 'kind' | 'email' | 'device' | 'address'>,
  now: number,
): string => (isKnownDevice(keys, device, { kind, email }, now) && deviceHash(keys, device)) || address;

/** Deletes the counted failures after a right password. */
export async function forgetFailures(trx: Trx, { subject, failureIds }: CountedAttempt): Promise<void> {
  await deleteLoginFailures(trx, subject);
  for (const failureId of failureIds) await deleteLoginFailure(trx, failureId);
}

/** Counts the travellers' accounts, at most `atMost`, whose password was wrong so often in the last minutes that they are locked. */
export const countLockedAccounts = (db: Db, now: number, atMost: number): Promise<number> =>
  countFailing(db, {
    prefix: 'account:',
    since: new Date(now - LOCK_MS),
    failures: FAILURES_TO_LOCK,
    atMost,
  });
