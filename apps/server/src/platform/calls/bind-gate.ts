// Binds a call of a gate: checks its signature and adds the proof of the answer.
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from '@kippu/contract/call';
import type { GateCaller } from '../../gate/enrol/gate-auth.ts';
import { AppError } from '../wire/app-error.ts';
import type { Deps } from './app-context.ts';
import { addRoute, inputOf, type Answer, type CallInput } from './call-route.ts';

/** Authenticates gate calls and proves their answers. */
export interface GateSteps {
  /** Identifies the gate that calls, or rejects with AppError. */
  readonly authenticate: (request: FastifyRequest) => Promise<GateCaller>;
  /** Returns the body's stream, which fails with AppError where the body is not the signed one. */
  readonly checkedBody: (request: FastifyRequest, body: Readable) => Readable;
  /** Returns the proof of an answer for its header; null for a request without a nonce. */
  readonly prove: (caller: GateCaller, body: string, request: FastifyRequest) => string | null;
}

/** Binds a gate's call. */
export function bindGate<C extends Call>(
  app: FastifyInstance,
  deps: Deps,
  call: C,
  { authenticate, checkedBody, prove }: GateSteps,
  handle: (input: CallInput<C> & { readonly caller: GateCaller }) => Answer<C>,
): void {
  if (call.auth !== 'gate') throw new Error(`${call.name} is no gate's call`);
  const callerOf = ({ gateCaller }: FastifyRequest) => {
    if (!gateCaller) throw new AppError('SES-0001');
    return gateCaller;
  };
  addRoute(app, call, {
    ...(call.method === 'GET' ? {} : { checkedBody }),
    prove: (body, request) => prove(callerOf(request), body, request),
    before: async (request) => {
      request.gateCaller = await authenticate(request);
    },
    answer: async (request) => handle({ ...inputOf<C>(deps, request), caller: callerOf(request) }),
  });
}
