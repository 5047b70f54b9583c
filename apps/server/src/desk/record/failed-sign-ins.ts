// Shows a manager the failed sign-ins of the last day, and whether an attack is going on now.
import type { DataOf } from '@kippu/contract/call';
import type { deskFailedSignIns } from '@kippu/contract/calls/desk/record';
import { normaliseEmail } from '@kippu/domain/account/rules';
import { inTransaction, type Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { findStaffByEmail } from '../../session/staff-store.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { countFailedSignIn, listFailedSignIns } from './failed-sign-in-store.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** More failures than that in this hour and the previous one are not typing errors of the staff. */
const ATTACK_FAILURES = 10;
/** The errors that count: a wrong password, and a try while locked. */
const FAILURES: readonly string[] = ['AccountOrPwdError', 'MFA-0011'];

/** Runs a sign-in by a typed email. Counts a failure for the manager's view, and throws what the sign-in throws. */
export async function countingFailures<T>(
  db: Db,
  typed: string,
  now: number,
  signIn: () => Promise<T>,
): Promise<T> {
  try {
    return await signIn();
  } catch (error) {
    if (error instanceof AppError && FAILURES.includes(error.code)) {
      const staff = await findStaffByEmail(db, normaliseEmail(typed));
      await inTransaction(db, (trx) => countFailedSignIn(trx, staff?.staff_id ?? '', now));
    }
    throw error;
  }
}

/** Returns the failures of the last 24 hours. */
export async function showFailedSignIns(db: Db, now: number): Promise<DataOf<typeof deskFailedSignIns>> {
  const day = await listFailedSignIns(db, new Date(now - DAY_HOURS * HOUR_MS));
  const newest = await listFailedSignIns(db, new Date(now - 2 * HOUR_MS));
  const sum = (rows: typeof day) => rows.reduce((total, { failures }) => total + failures, 0);
  const times = (pick: (row: (typeof day)[number]) => Date) => day.map((row) => pick(row).getTime());
  return {
    failures: sum(day),
    ofNobody: sum(day.filter(({ staff_id }) => staff_id === null)),
    siege: sum(newest) >= ATTACK_FAILURES,
    ...(day.length > 0
      ? {
          since: wireTime(Math.min(...times(({ first_at }) => first_at))),
          last: wireTime(Math.max(...times(({ last_at }) => last_at))),
        }
      : {}),
    staff: day.flatMap(({ staff_id, name, email, failures, last_at }) =>
      staff_id === null || name === null || email === null
        ? []
        : [{ staffId: staff_id, name, email, failures, last: wireTime(last_at) }],
    ),
  };
}
