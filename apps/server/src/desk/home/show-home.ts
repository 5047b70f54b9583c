// Shows staff what waits for them, each only what their role may open.
import type { Call, DataOf } from '@kippu/contract/call';
import type { deskHome } from '@kippu/contract/calls/desk/home';
import { deskFeedbackList } from '@kippu/contract/calls/desk/feedback';
import { deskGateList } from '@kippu/contract/calls/desk/gates';
import { deskGateConflicts } from '@kippu/contract/calls/desk/issue';
import { deskHeldCuts } from '@kippu/contract/calls/desk/live';
import { deskUnsentMails } from '@kippu/contract/calls/desk/mails';
import { deskOccupancy } from '@kippu/contract/calls/desk/occupancy';
import { deskFailedSignIns } from '@kippu/contract/calls/desk/record';
import { deskUploadedFeed } from '@kippu/contract/calls/desk/timetable';
import { deskWebhooks } from '@kippu/contract/calls/desk/partners';
import { MAX_COUNTED } from '@kippu/contract/limits';
import { countLockedAccounts } from '../../account/login/login-attempts.ts';
import { mayCall } from '../../platform/calls/bind-desk.ts';
import type { Db } from '../../platform/db/database.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import type { DeskIdentity } from '../../session/staff-session.ts';
import { showFailedSignIns } from '../record/failed-sign-ins.ts';
import { countHeldCuts } from '../trains/held-cuts.ts';
import { WAITING_PARTS, countWaiting, countWrongCodes, type WaitingPart } from './home-store.ts';
import { todaysLoad } from './todays-load.ts';

type Home = DataOf<typeof deskHome>;

const MINUTE_MS = 60_000;
/** A gate calls at least every minute while it works. */
const SILENT_MINUTES = 60;
/** More accounts than that are not locked at once by their owners' typing errors. */
const ATTACKED_ACCOUNTS = 5;
/** More wrong codes than that in ten minutes are not typing errors. */
const GUESSED_CODES = 50;
const CODES_MS = 10 * MINUTE_MS;

/** The call that shows what a part counts. */
const SHOWN_BY: Readonly<Record<WaitingPart, Pick<Call, 'callers'>>> = {
  conflicts: deskGateConflicts,
  messages: deskFeedbackList,
  mails: deskUnsentMails,
  refusedFeeds: deskUploadedFeed,
  gates: deskGateList,
  webhooks: deskWebhooks,
};

async function findAttacks(db: Db, now: number): Promise<NonNullable<Home['attacks']>> {
  const { siege, failures } = await showFailedSignIns(db, now);
  const accounts = await countLockedAccounts(db, now, MAX_COUNTED);
  const codes = await countWrongCodes(db, new Date(now - CODES_MS));
  return {
    signIns: siege ? failures : 0,
    accounts: accounts > ATTACKED_ACCOUNTS ? accounts : 0,
    codes: codes > GUESSED_CODES ? codes : 0,
  };
}

/** Counts what waits at `now` (epoch milliseconds) for staff of a role. */
export async function showHome(
  db: Db,
  operator: OperatorData,
  { role }: Pick<DeskIdentity, 'role'>,
  now: number,
): Promise<Home> {
  const may = (call: Pick<Call, 'callers'>) => mayCall(role, call);
  const parts = WAITING_PARTS.filter((part) => may(SHOWN_BY[part]));
  const waiting = await countWaiting(db, parts, {
    now: new Date(now),
    silentSince: new Date(now - SILENT_MINUTES * MINUTE_MS),
  });
  return {
    ...Object.fromEntries(
      waiting.map(({ part, count, since }) => [
        part,
        { count, ...(since ? { since: wireTime(since) } : {}) },
      ]),
    ),
    silentMinutes: SILENT_MINUTES,
    ...(may(deskHeldCuts) ? { cuts: await countHeldCuts(db) } : {}),
    ...(may(deskFailedSignIns) ? { attacks: await findAttacks(db, now) } : {}),
    ...(may(deskOccupancy) ? { load: await todaysLoad(db, operator, now) } : {}),
  };
}
