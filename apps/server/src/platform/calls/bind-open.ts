// Binds a call that anybody may make, with or without a session.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '@kippu/contract/call';
import { loggedInDevice } from '../../account/login/known-device.ts';
import { requireSession, type GuestSession } from '../../session/session.ts';
import type { Deps } from './app-context.ts';
import { addRoute, inputOf, type Answer, type CallInput, type RouteSteps } from './call-route.ts';
import type { SetCookie } from './set-cookie.ts';

export interface OpenInput<C extends Call> extends CallInput<C> {
  readonly request: FastifyRequest;
  /** The session of a guest who makes a personal call; null for a visitor. */
  readonly session: GuestSession | null;
  /** Sets a cookie with the answer. */
  readonly setCookie: SetCookie;
}
export type OpenHandler<C extends Call> = (input: OpenInput<C>) => Answer<C>;

/**
 * Binds a call that anybody may make; the handler opens its own transactions. If a personal call has a session, it is checked, and an ended
 * one is refused, so that a guest is not treated as a visitor without noticing. `steps.before` may refuse the call before its body is read.
 */
export function bindOpen<C extends Call>(
  app: FastifyInstance,
  deps: Deps,
  call: C,
  handle: OpenHandler<C>,
  steps: Pick<RouteSteps, 'before' | 'checkedBody' | 'prove'> = {},
): void {
  if (call.auth !== 'open') throw new Error(`${call.name} needs a credential (${call.auth}): not bindOpen`);
  const count = countVisitors(app, deps, call);
  addRoute(app, call, {
    ...steps,
    before: async (request) => {
      count(request);
      await steps.before?.(request);
    },
    answer: openAnswer(deps, call, handle),
  });
}

/** Returns a function that counts visitors' calls: by browser if it has logged in before, else by address. */
export function countVisitors(
  app: FastifyInstance,
  { keys, config }: Deps,
  call: Call,
): (request: FastifyRequest) => void {
  const limit = app.callLimits.ofOpen(call);
  return (request) => limit.take(request, loggedInDevice(keys, config, request.cookies));
}

/** Answers a visitor's call, after checking the session of a personal one. */
export const openAnswer =
  <C extends Call>(deps: Deps, call: C, handle: OpenHandler<C>) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { authorization } = request.headers;
    const known = call.personal && authorization !== undefined;
    const session = known ? await requireSession(deps.db, authorization, deps.clock()) : null;
    const setCookie: SetCookie = (...cookie) => void reply.setCookie(...cookie);
    return handle({ ...inputOf<C>(deps, request), session, request, setCookie });
  };
