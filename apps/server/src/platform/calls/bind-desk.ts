// Binds the calls of the desk: who may call, idempotency, and the record of actions.
import type { FastifyInstance } from 'fastify';
import type { Call, DataOf } from '@kippu/contract/call';
import { seenLine } from '@kippu/domain/text/seen-text';
import { AppError } from '../wire/app-error.ts';
import { inTransaction, type Trx } from '../db/database.ts';
import type { SlowCall } from './bind-guest.ts';
import { addRoute, inputOf, keyOf, type CallInput, type Work } from './call-route.ts';
import { costOf, type CallCost } from '../limits/call-limits.ts';
import type { Deps } from './app-context.ts';
import { writeOnce, writeSlowly, type IdempotencyKey } from './idempotency.ts';
import { slowCalls, type OneAtATime } from '../limits/one-at-a-time.ts';
import { onNewestTimetable, requireNewest, type Edition } from '../operator/timetable.ts';
import { nameCaller } from '../wire/security-log.ts';
import { isMetDeskKey, requireDesk, type DeskIdentity } from '../../session/staff-session.ts';
import { insertStaffActions, wasRecorded, type StaffAction } from '../../session/staff-store.ts';
import { markedToken } from '../../session/token-mark.ts';

export interface DeskInput<C extends Call> extends CallInput<C> {
  readonly caller: DeskIdentity;
}

/** Whom a recorded action was about, if it is a member of staff. */
interface StaffNames {
  /** The name after the action. */
  readonly name: string;
  /** The name before, if the action changed it. */
  readonly oldName?: string | undefined;
}

interface DeskOptions<C extends Call> {
  /** Returns the subject to record, such as a ticket's number. A read without a subject is not recorded. */
  readonly subject?: (input: DeskInput<C>, answer: DataOf<C>) => string | undefined;
  /** Whether it is a list that pages read again and again. */
  readonly isList?: boolean;
  /** Returns the subject to record for a refusal that reveals a state: there is no answer to take it from. */
  readonly asked?: (input: DeskInput<C>) => string | undefined;
  readonly staffNames?: (input: DeskInput<C>, answer: DataOf<C>) => StaffNames;
  /** Adds fields that must not be stored with the answer, such as a password, or that may have changed since. Also called for retries. */
  readonly complete?: (answer: DataOf<C>, input: DeskInput<C>) => DataOf<C> | Promise<DataOf<C>>;
  /** Runs the calls of each caller one after the other: one that makes many at once leaves the database to others. */
  readonly inTurn?: OneAtATime;
  /**
   * Whether it must not depend on an older timetable or older live trains than the newest. If something newer is in effect, the work runs once more with
   * that. Answers REQ-0010 where the newest cannot be read.
   */
  readonly isBooking?: boolean;
  /** For a booking: what is done before its transaction, over the same timetable. */
  readonly prepare?: (edition: Edition, input: DeskInput<C>) => Promise<void>;
  /** Whether staff may call it while somebody else knows their password. */
  readonly beforeOwnPassword?: boolean;
}

/** Whether a role may make a call of the desk. A manager may make every call. */
export const mayCall = (role: DeskIdentity['role'], { callers = [] }: Pick<Call, 'callers'>): boolean =>
  role === 'manager' || callers.includes(role);

/** Throws AppError SES-0006 where the caller's role or key may not make the call, or staff must change their password first. */
function requireRole(call: Call, caller: DeskIdentity, beforeOwnPassword: boolean): void {
  const allowed = mayCall(caller.role, call);
  if (!allowed) throw new AppError('SES-0006', { detail: `${call.name} is not for ${caller.role}` });
  const { scope } = call;
  if (caller.partner && (scope === undefined || !caller.partner.scopes.includes(scope)))
    throw new AppError('SES-0006', { detail: `${call.name} is not for this key` });
  if (caller.staff?.row.must_change_password && !beforeOwnPassword)
    throw new AppError('SES-0006', { detail: 'the password is to be changed first' });
}

/** Reads of the same list, and the same refusals, by the same person within this time are one row of the record. */
const SAME_READ_MS = 5 * 60_000;

/** Whether a refusal reveals the state of a ticket, or of the call's subject. */
const revealsState = ({ code }: AppError): boolean => /^(TKT|DESK)-/.test(code);

/** The subject of a list: its filter in the order of the names, such as `cursor=o17 state=open`, or `all`. */
export const listSubject = (query: Readonly<Record<string, unknown>>): string =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ') || 'all';

/** Does the work of a desk call: once for each key, each time without a key. `record` writes the record of the action. */
type Doing<C extends Call> = (
  input: DeskInput<C>,
  once: { readonly key: IdempotencyKey | undefined; readonly now: Date },
  record: (trx: Trx, answer: DataOf<C>) => Promise<void>,
) => Promise<DataOf<C> | AppError>;

interface LimitedOptions<C extends Call> extends DeskOptions<C> {
  /** The call's cost, where its method does not determine it. */
  readonly cost?: CallCost;
}

function addDeskRoute<C extends Call>(
  app: FastifyInstance,
  deps: Deps,
  call: C,
  {
    subject,
    isList = false,
    asked,
    staffNames,
    complete,
    beforeOwnPassword = false,
    cost = costOf(call),
  }: LimitedOptions<C>,
  doing: Doing<C>,
): void {
  if (call.auth !== 'desk') throw new Error(`${call.name} is no desk call`);
  addRoute(app, call, {
    before: async (request) => {
      const { authorization } = request.headers;
      // This process caches no session of staff, so only keys are recognised before a query.
      const credential = {
        isMet: isMetDeskKey(authorization),
        marked: markedToken(deps.keys, authorization),
      };
      const caller = await app.callLimits.lookingUp(request, credential, () =>
        requireDesk(deps.db, authorization, deps.clock()),
      );
      nameCaller(request, caller.actor);
      app.callLimits.ofDesk(caller.actor, cost);
      requireRole(call, caller, beforeOwnPassword);
      request.deskCaller = caller;
    },
    answer: async (request) => {
      const { deskCaller: caller } = request;
      if (!caller) throw new AppError('SES-0001');
      const input = { ...inputOf<C>(deps, request), caller };
      // A read runs again for a retry and is recorded again: it is not stored with a key.
      const readOnly = call.readOnly || call.method === 'GET';
      const key = readOnly ? undefined : keyOf(call, input, keyOwner(caller));
      const now = new Date(input.now);
      const act = { at: now, actor: caller.actor, call: call.name };
      const staff = caller.staff?.row ?? null;
      const since = new Date(input.now - SAME_READ_MS);
      const record = async (trx: Trx, row: StaffAction, mayMerge: boolean) => {
        if (!mayMerge || !(await wasRecorded(trx, row, since))) await insertStaffActions(trx, [row], staff);
      };
      const refuse = async (error: AppError) => {
        if (!revealsState(error)) return;
        const typed = asked?.(input);
        const about = typed === undefined ? null : seenLine(typed);
        const row = { ...act, subject: about, refusal: error.code };
        await inTransaction(deps.db, (trx) => record(trx, row, true));
      };
      const work = doing(input, { key, now }, async (trx, answer) => {
        const about = subject?.(input, answer);
        if (readOnly && about === undefined) return;
        const { name, oldName } = staffNames?.(input, answer) ?? {};
        const names = { subject_name: name ?? null, old_name: oldName ?? null };
        await record(trx, { ...act, subject: about ?? null, ...names }, isList);
      });
      const done = await work.catch(async (error: unknown) => {
        if (error instanceof AppError) await refuse(error);
        throw error;
      });
      if (done instanceof AppError) await refuse(done);
      return done instanceof AppError || !complete ? done : complete(done, input);
    },
  });
}

/**
 * Binds a call of the desk, by `Authorization: Bearer` of staff or `ApiKey` of the sales system: one transaction for the work, the
 * idempotency key, which is optional, and the record of the action. After a refusal that `work` returns, its writes
 * are committed. A refusal that reveals a state is recorded with its code, in a transaction of its own, before it is sent. The call refuses as requireDesk and requireRole, and with REQ-0004 over its limit. Throws
 * Error at once for a call that is not the desk's.
 */
export function bindDesk<C extends Call>(
  app: FastifyInstance,
  deps: Deps,
  call: C,
  work: Work<C, DeskInput<C>>,
  options: DeskOptions<C> = {},
): void {
  addDeskRoute(app, deps, call, options, (input, once, record) => {
    const writeBy = (edition?: Edition) =>
      writeOnce<DataOf<C>>(deps.db, once, async (trx, afterCommit) => {
        if (edition) await requireNewest(trx, edition);
        const answer = await work(
          trx,
          edition ? { ...input, operator: edition.operator } : input,
          afterCommit,
        );
        if (!(answer instanceof AppError)) await record(trx, answer);
        return answer;
      });
    const write = () =>
      options.isBooking
        ? onNewestTimetable(deps.timetable, async (edition) => {
            await options.prepare?.(edition, input);
            return writeBy(edition);
          })
        : writeBy();
    return options.inTurn ? options.inTurn.run(keyOwner(input.caller), write) : write();
  });
}

/**
 * As bindDesk, for slow work (passwords): `prepare` runs outside transactions, then `write` in one. The slow calls of one member of staff
 * run one after the other in each process; all sales systems together count as one member. While three run or wait, the next is refused
 * with REQ-0004.
 */
export function bindDeskSlowWrite<C extends Call, P>(
  app: FastifyInstance,
  deps: Deps,
  call: C,
  { prepare, write }: SlowCall<C, DeskInput<C>, P>,
  options: DeskOptions<C> = {},
): void {
  addDeskRoute(app, deps, call, { ...options, cost: 'slow' }, (input, once, record) =>
    slowCalls.run(keyOwner(input.caller), () =>
      writeSlowly<P, DataOf<C>>(deps.db, once, {
        prepare: () => prepare(input),
        write: async (trx, prepared, afterCommit) => {
          const answer = await write(trx, { ...input, prepared }, afterCommit);
          if (!(answer instanceof AppError)) await record(trx, answer);
          return answer;
        },
      }),
    ),
  );
}

/** The owner of an idempotency key: two people who send the same key do not get each other's answer. */
const keyOwner = ({ staff }: DeskIdentity) => (staff ? `staff:${staff.row.staff_id}` : 'desk');
