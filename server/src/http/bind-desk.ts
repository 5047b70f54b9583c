// Binds the calls of the desk: who may make them, once per key, and the record of what was done.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call, DataOf } from '@kippu/contract/call';
import { AppError } from './app-error.ts';
import { addRoute, inputOf, keyOf, type CallInput, type Work } from './bind-call.ts';
import type { Deps } from './deps.ts';
import { writeOnce } from './idempotency.ts';
import { requireDesk, type DeskIdentity } from './staff-session.ts';
import { insertStaffAction } from './staff-store.ts';

export interface DeskInput<C extends Call> extends CallInput<C> {
  readonly caller: DeskIdentity;
}

interface DeskOptions<C extends Call> {
  /** What the record says it was done to, such as a ticket's number; of a call that reads, none leaves no record. */
  readonly subject?: (input: DeskInput<C>, answer: DataOf<C>) => string | undefined;
  /** The longest body, where it is not the server's. */
  readonly bodyBytes?: number;
  /** Adds to the answer, of a retry too, what is not to be kept with it: a password. */
  readonly complete?: (answer: DataOf<C>, input: DeskInput<C>) => DataOf<C>;
  /** Open to staff whose password somebody else knows. */
  readonly beforeOwnPassword?: boolean;
}

/** Throws SES-0006 where the caller's role may not make the call. */
function requireRole(call: Call, caller: DeskIdentity, beforeOwnPassword: boolean): void {
  const allowed = caller.role === 'manager' || (call.callers ?? []).includes(caller.role);
  if (!allowed) throw new AppError('SES-0006', { detail: `${call.name} is not for ${caller.role}` });
  if (caller.staff?.row.must_change_password && !beforeOwnPassword)
    throw new AppError('SES-0006', { detail: 'the password is to be changed first' });
}

/**
 * Binds a call of the desk, by `Authorization: Bearer` of staff or `ApiKey <DESK_API_KEY>`: one transaction for the work, the
 * idempotency key and the record of who did what to which subject.
 */
export function bindDesk<C extends Call>(
  app: FastifyInstance,
  deps: Deps,
  call: C,
  work: Work<C, DeskInput<C>>,
  { subject, bodyBytes, complete, beforeOwnPassword = false }: DeskOptions<C> = {},
): void {
  if (call.auth !== 'desk') throw new Error(`${call.name} is no desk call`);
  const callers = new WeakMap<FastifyRequest, DeskIdentity>();
  addRoute(app, call, {
    bodyBytes,
    before: async (request) => {
      const { authorization } = request.headers;
      const caller = await requireDesk(deps.db, deps.config.deskApiKey, authorization, deps.clock());
      requireRole(call, caller, beforeOwnPassword);
      callers.set(request, caller);
    },
    answer: async (request) => {
      const caller = callers.get(request);
      if (!caller) throw new AppError('SES-0001');
      const input = { ...inputOf<C>(deps, request), caller };
      // What is only looked at is looked at again, and leaves its record again: it does not stay with a key.
      const looks = call.looks || call.method === 'GET';
      const key = looks ? undefined : keyOf(call, input, keyOwner(caller));
      const write = { key, now: new Date(input.now) };
      const done = await writeOnce<DataOf<C>>(deps.db, write, async (trx, afterCommit) => {
        const answer = await work(trx, input, afterCommit);
        if (answer instanceof AppError) return answer;
        const about = subject?.(input, answer);
        if (call.method !== 'GET' || about !== undefined)
          await insertStaffAction(trx, {
            at: write.now,
            actor: caller.actor,
            call: call.name,
            subject: about ?? null,
          });
        return answer;
      });
      return done instanceof AppError || !complete ? done : complete(done, input);
    },
  });
}

/** Whose an idempotency key is: two people who happen to send the same one do not get each other's answer. */
const keyOwner = ({ staff }: DeskIdentity) => (staff ? `staff:${staff.row.staff_id}` : 'desk');
