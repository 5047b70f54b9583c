// Binds a call of a signed-in guest: session, limits of the account, and idempotency.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call, DataOf } from '@kippu/contract/call';
import { expectSession, requireSession, type GuestSession } from '../../session/session.ts';
import { markedToken } from '../../session/token-mark.ts';
import type { Trx } from '../db/database.ts';
import { costOf, type CallCost } from '../limits/call-limits.ts';
import { slowCalls } from '../limits/one-at-a-time.ts';
import { onNewestTimetable, requireNewest, type Edition } from '../operator/timetable.ts';
import { AppError } from '../wire/app-error.ts';
import { nameCaller } from '../wire/security-log.ts';
import type { Deps } from './app-context.ts';
import { addRoute, inputOf, keyOf, type Answer, type CallInput, type Work } from './call-route.ts';
import {
  writeOnce,
  writeSlowly,
  type AfterCommit,
  type WriteAfterSlowWork,
  type WriteOnce,
} from './idempotency.ts';

export interface GuestInput<C extends Call> extends CallInput<C> {
  readonly session: GuestSession;
}

type GuestHandler<C extends Call> = (input: GuestInput<C>) => Answer<C>;

/**
 * Returns the session of a guest's call that is within the account's limits. For a token seen before, an exceeded limit refuses without a
 * query. Rejects with AppError REQ-0004, or as requireSession.
 */
export async function limitedSession(
  app: FastifyInstance,
  { db, clock, keys }: Pick<Deps, 'db' | 'clock' | 'keys'>,
  request: FastifyRequest,
  cost: CallCost | 'stream',
): Promise<GuestSession> {
  const { authorization } = request.headers;
  const expected = expectSession(db, authorization, clock());
  if (expected) {
    nameCaller(request, `account:${expected.session.accountId}`);
    app.callLimits.ofGuest(expected.session.accountId, cost);
  }
  const credential = { isMet: expected !== undefined, marked: markedToken(keys, authorization) };
  const session = await app.callLimits.lookingUp(request, credential, () =>
    requireSession(db, authorization, clock()),
  );
  nameCaller(request, `account:${session.accountId}`);
  if (!expected) app.callLimits.ofGuest(session.accountId, cost);
  return session;
}

/** Returns the session that the route checked before it read the body. */
function checkedSession({ guestSession }: FastifyRequest): GuestSession {
  if (!guestSession) throw new AppError('SES-0001');
  return guestSession;
}

/** Binds a signed-in guest's call that only reads. */
export function bindGuest<C extends Call>(
  app: FastifyInstance,
  deps: Deps,
  call: C,
  handle: GuestHandler<C>,
): void {
  if (call.auth !== 'guest') throw new Error(`${call.name} is no guest call: use bindOpen`);
  addRoute(app, call, {
    before: async (request) => {
      request.guestSession = await limitedSession(app, deps, request, costOf(call));
    },
    answer: async (request) => {
      return handle({ ...inputOf<C>(deps, request), session: checkedSession(request) });
    },
  });
}

/**
 * Binds a signed-in guest's call that writes: one transaction, which includes the idempotency key. The session of a token seen before is
 * checked in the same transaction, before the work; a call that fails earlier is checked before its refusal is sent. The writes of one account
 * run one after the other.
 */
export function bindGuestWrite<C extends Call>(
  app: FastifyInstance,
  deps: Deps,
  call: C,
  work: Work<C, GuestInput<C>>,
): void {
  addGuestWrite(app, deps, call, (write, input) =>
    writeOnce(deps.db, write, (trx, afterCommit) => counted(app, call, work)(trx, input, afterCommit)),
  );
}

/**
 * As bindGuestWrite, for a write that must not depend on an older timetable than the newest: its transaction checks that, and if a newer one
 * is in effect, the work runs once more with that one. `prepare` runs before each transaction. Answers REQ-0010 where the newest timetable
 * cannot be read.
 */
export function bindGuestBooking<C extends Call>(
  app: FastifyInstance,
  deps: Deps,
  call: C,
  work: Work<C, GuestInput<C>>,
  prepare: (edition: Edition, input: GuestInput<C>) => Promise<void> = async () => undefined,
): void {
  addGuestWrite(app, deps, call, (write, input) =>
    onNewestTimetable(deps.timetable, async (edition) => {
      await prepare(edition, input);
      return writeOnce<DataOf<C>>(deps.db, write, async (trx, afterCommit) => {
        await requireNewest(trx, edition);
        return counted(app, call, work)(trx, { ...input, operator: edition.operator }, afterCommit);
      });
    }),
  );
}

/** Counts the write in the metrics when it is committed. */
function counted<C extends Call>(
  app: FastifyInstance,
  call: C,
  work: Work<C, GuestInput<C>>,
): Work<C, GuestInput<C>> {
  return async (trx, input, afterCommit) => {
    const answer = await work(trx, input, afterCommit);
    if (app.metrics && !(answer instanceof AppError)) afterCommit(() => app.metrics?.wrote(call.name));
    return answer;
  };
}

function addGuestWrite<C extends Call>(
  app: FastifyInstance,
  deps: Deps,
  call: C,
  doing: (write: WriteOnce, input: GuestInput<C>) => Answer<C>,
): void {
  if (call.auth !== 'guest') throw new Error(`${call.name} is no guest call: use bindOpen`);
  const { db, clock } = deps;
  const sessionOf = ({ headers }: FastifyRequest) => requireSession(db, headers.authorization, clock());
  addRoute(app, call, {
    before: async (request) => {
      const expected = expectSession(db, request.headers.authorization, clock());
      if (!expected) {
        request.guestSession = await limitedSession(app, deps, request, costOf(call));
        return;
      }
      nameCaller(request, `account:${expected.session.accountId}`);
      app.callLimits.ofGuest(expected.session.accountId, costOf(call));
      request.expectedSession = expected;
    },
    answer: (request) => {
      const expected = request.expectedSession ?? undefined;
      const session = expected?.session ?? checkedSession(request);
      const input = { ...inputOf<C>(deps, request), session };
      const key = keyOf(call, input, session.accountId);
      request.expectedSession = null;
      const write = { session: expected, key, now: new Date(input.now) };
      return app.callLimits.inTurn(session.accountId, () => doing(write, input));
    },
    beforeError: async (request) => {
      if (!request.expectedSession) return;
      request.expectedSession = null;
      await sessionOf(request);
    },
  });
}

/** A call's work in two parts; see SlowWork. */
export interface SlowCall<C extends Call, Input, P> {
  readonly prepare: (input: Input) => Promise<P>;
  readonly write: (trx: Trx, input: Input & { readonly prepared: P }, afterCommit: AfterCommit) => Answer<C>;
}

/**
 * Binds a signed-in guest's call whose work is slow (passwords, pictures): `prepare` runs outside transactions, then `write` in one with
 * the idempotency key. The slow calls of one account run one after the other.
 */
export function bindGuestSlowWrite<C extends Call, P>(
  app: FastifyInstance,
  deps: Deps,
  call: C,
  { prepare, write }: SlowCall<C, GuestInput<C>, P>,
): void {
  addGuestSlowWrite(app, deps, call, (once, input) =>
    writeSlowly(deps.db, once, {
      prepare: () => prepare(input),
      write: (trx, prepared, afterCommit) => write(trx, { ...input, prepared }, afterCommit),
    }),
  );
}

/**
 * As bindGuestSlowWrite, for a write that must not depend on an older timetable or older live trains than the newest, as with bindGuestBooking.
 * `prepare` runs once, also if the work runs twice: it may count a wrong password.
 */
export function bindGuestSlowBooking<C extends Call, P>(
  app: FastifyInstance,
  deps: Deps,
  call: C,
  { prepare, write }: SlowCall<C, GuestInput<C>, P>,
): void {
  addGuestSlowWrite(app, deps, call, (once, input) => {
    let preparing: Promise<P> | undefined;
    return onNewestTimetable(deps.timetable, (edition) =>
      writeSlowly<P, DataOf<C>>(deps.db, once, {
        prepare: () => (preparing ??= prepare(input)),
        write: async (trx, prepared, afterCommit) => {
          await requireNewest(trx, edition);
          return write(trx, { ...input, operator: edition.operator, prepared }, afterCommit);
        },
      }),
    );
  });
}

function addGuestSlowWrite<C extends Call>(
  app: FastifyInstance,
  deps: Deps,
  call: C,
  doing: (once: WriteAfterSlowWork, input: GuestInput<C>) => Answer<C>,
): void {
  if (call.auth !== 'guest') throw new Error(`${call.name} is no guest call: use bindOpen`);
  const { db, clock } = deps;
  addRoute(app, call, {
    before: async (request) => {
      request.guestSession = await limitedSession(app, deps, request, 'slow');
    },
    answer: async (request) => {
      const session = checkedSession(request);
      const input = { ...inputOf<C>(deps, request), session };
      const once = {
        key: keyOf(call, input, session.accountId),
        now: new Date(input.now),
        session: () => expectSession(db, request.headers.authorization, clock()),
      };
      return slowCalls.run(session.accountId, () => doing(once, input));
    },
  });
}
