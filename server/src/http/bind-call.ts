// Binds a call of the contract to its handler: schemas, credential, idempotency, envelope.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { BodyOf, Call, DataOf, QueryOf } from '@kippu/contract/call';
import type { Language } from '@kippu/contract/limits';
import type { Deps } from './deps.ts';
import type { Trx } from '../db/database.ts';
import { AppError } from './app-error.ts';
import { clientAddress } from './client-address.ts';
import { FailSchema, success, successSchema } from './envelope.ts';
import { answerFault, sendError } from './error-answer.ts';
import { requestFingerprint, writeOnce, type AfterCommit, type IdempotencyKey } from './idempotency.ts';
import { requestLanguage } from './request-language.ts';
import { expectSession, requireSession, type ExpectedSession, type GuestSession } from './session.ts';

export interface CallInput<C extends Call> {
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  readonly language: Language;
  /** The server's clock, milliseconds since 1970. */
  readonly now: number;
  /** What limits count by: an IPv6 line counts as one. */
  readonly address: string;
  readonly headers: FastifyRequest['headers'];
  readonly log: FastifyRequest['log'];
}
export interface GuestInput<C extends Call> extends CallInput<C> {
  readonly session: GuestSession;
}

/** A returned AppError answers like a thrown one, but what was written stays (a counted wrong try). */
type Answer<C extends Call> = Promise<DataOf<C> | AppError>;
type GuestHandler<C extends Call> = (input: GuestInput<C>) => Answer<C>;
export interface OpenInput<C extends Call> extends CallInput<C> {
  /** Of a guest who makes a personal call; null for a visitor. */
  readonly session: GuestSession | null;
}
type OpenHandler<C extends Call> = (input: OpenInput<C>) => Answer<C>;
export type Work<C extends Call, Input> = (trx: Trx, input: Input, afterCommit: AfterCommit) => Answer<C>;

/** What one address may ask of a visitor's writing call. */
const OPEN_RATE = { max: 300, timeWindow: '1 minute' } as const;

/** What is read of somebody unknown: the longest such body is a sign-up's, with two encrypted passwords. */
const OPEN_BODY_BYTES = 32 * 1024;
const bodyBytesOf = (call: Call) => (call.auth === 'open' ? OPEN_BODY_BYTES : undefined);

/** The calls that have a handler; the rest of the contract answers 501. */
const bound = new WeakMap<FastifyInstance, Set<string>>();

export function boundCalls(app: FastifyInstance): ReadonlySet<string> {
  return callsOf(app);
}

function callsOf(app: FastifyInstance): Set<string> {
  const calls = bound.get(app) ?? new Set<string>();
  bound.set(app, calls);
  return calls;
}

export function inputOf<C extends Call>(deps: Deps, request: FastifyRequest): CallInput<C> {
  return {
    query: request.query as QueryOf<C>,
    body: (request.body ?? {}) as BodyOf<C>,
    language: requestLanguage(request.headers['accept-language']),
    now: deps.clock(),
    address: clientAddress(request.ip, request.socket.remoteAddress ?? ''),
    headers: request.headers,
    log: request.log,
  };
}

const answers = new WeakMap<Call, Readonly<Record<string, TSchema>>>();

/** The schemas of a call's answers by status, the same ones each time: what is known is not compiled again. */
function answersOf(call: Call): Readonly<Record<string, TSchema>> {
  const known = answers.get(call);
  if (known) return known;
  const made = { 200: successSchema(call.data), '4xx': FailSchema, '5xx': FailSchema };
  answers.set(call, made);
  return made;
}

interface RouteSteps {
  /** Comes before the body is read. */
  readonly before?: (request: FastifyRequest) => Promise<void>;
  readonly answer: (request: FastifyRequest) => Promise<unknown>;
  /** Comes before an error is told; what it throws is told instead. */
  readonly beforeError?: (request: FastifyRequest) => Promise<void>;
  /** The longest body, where it is not the server's. */
  readonly bodyBytes?: number | undefined;
}

/** Adds the route of a call whose caller `before` makes sure of. */
export function addRoute(
  app: FastifyInstance,
  call: Call,
  { before, answer, beforeError, bodyBytes = bodyBytesOf(call) }: RouteSteps,
): void {
  callsOf(app).add(call.name);
  app.route({
    method: call.method,
    url: call.path,
    ...(call.auth === 'open' && call.method !== 'GET' ? { config: { rateLimit: OPEN_RATE } } : {}),
    ...(bodyBytes === undefined ? {} : { bodyLimit: bodyBytes }),
    schema: {
      operationId: call.name,
      querystring: call.query,
      ...(call.method === 'GET' ? {} : { body: call.body }),
      response: answersOf(call),
    },
    // The session comes before the schema: a stranger learns nothing of what a call takes.
    ...(before ? { onRequest: before } : {}),
    ...(beforeError
      ? {
          errorHandler: async (error: FastifyError, request, reply) => {
            const instead = await beforeError(request).catch((refusal: FastifyError) => refusal);
            return answerFault(instead ?? error, request, reply);
          },
        }
      : {}),
    preValidation: async (request) => {
      if (call.method !== 'GET') request.body ??= {};
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const data = await answer(request);
      if (data instanceof AppError) return sendError(request, reply, data);
      return reply.header('cache-control', 'no-store').send(success(data));
    },
  });
}

/**
 * Binds a call that anybody may make; the handler opens its own transactions. A personal call with a session has it
 * checked: one that is over is refused, so that a guest is never taken for a visitor unawares. `before` may refuse the call
 * before its body is read.
 */
export function bindOpen<C extends Call>(
  app: FastifyInstance,
  deps: Deps,
  call: C,
  handle: OpenHandler<C>,
  before?: (request: FastifyRequest) => Promise<void>,
): void {
  if (call.auth !== 'open') throw new Error(`${call.name} needs a credential (${call.auth}): not bindOpen`);
  addRoute(app, call, {
    ...(before ? { before } : {}),
    answer: async (request) => {
      const { authorization } = request.headers;
      const known = call.personal && authorization !== undefined;
      const session = known ? await requireSession(deps.db, authorization, deps.clock()) : null;
      return handle({ ...inputOf<C>(deps, request), session });
    },
  });
}

/** Binds a signed-in guest's call that only reads. */
export function bindGuest<C extends Call>(
  app: FastifyInstance,
  deps: Deps,
  call: C,
  handle: GuestHandler<C>,
): void {
  if (call.auth !== 'guest') throw new Error(`${call.name} is no guest call: use bindOpen`);
  const sessions = new WeakMap<FastifyRequest, GuestSession>();
  addRoute(app, call, {
    before: async (request) => {
      sessions.set(request, await requireSession(deps.db, request.headers.authorization, deps.clock()));
    },
    answer: async (request) => {
      const session = sessions.get(request);
      if (!session) throw new AppError('SES-0001');
      return handle({ ...inputOf<C>(deps, request), session });
    },
  });
}

/** Whether a body is short enough to be read before the session is checked. */
const isShort = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= OPEN_BODY_BYTES;

/**
 * Binds a signed-in guest's call that writes: one transaction, with the idempotency key inside it. The session of a token
 * seen before is checked inside it too, before the work; when the call ends earlier, before its refusal is told.
 */
export function bindGuestWrite<C extends Call>(
  app: FastifyInstance,
  deps: Deps,
  call: C,
  work: Work<C, GuestInput<C>>,
): void {
  if (call.auth !== 'guest') throw new Error(`${call.name} is no guest call: use bindOpen`);
  const { db, clock } = deps;
  const checked = new WeakMap<FastifyRequest, GuestSession>();
  const unchecked = new WeakMap<FastifyRequest, ExpectedSession>();
  const sessionOf = ({ headers }: FastifyRequest) => requireSession(db, headers.authorization, clock());
  addRoute(app, call, {
    before: async (request) => {
      const expected = isShort(request)
        ? expectSession(db, request.headers.authorization, clock())
        : undefined;
      if (expected) unchecked.set(request, expected);
      else checked.set(request, await sessionOf(request));
    },
    answer: (request) => {
      const expected = unchecked.get(request);
      const session = expected?.session ?? checked.get(request);
      if (!session) throw new AppError('SES-0001');
      const input = { ...inputOf<C>(deps, request), session };
      const key = keyOf(call, input, session.accountId);
      unchecked.delete(request);
      const write = { session: expected, key, now: new Date(input.now) };
      return writeOnce(db, write, (trx, afterCommit) => work(trx, input, afterCommit));
    },
    beforeError: async (request) => {
      if (unchecked.delete(request)) await sessionOf(request);
    },
  });
}

/** The call's Idempotency-Key in its caller's name, if it has one; the work is then done once. */
export function keyOf<C extends Call>(
  call: C,
  input: CallInput<C>,
  caller: string,
): IdempotencyKey | undefined {
  const key = input.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key.length < 8 || key.length > 100) {
    throw new AppError('REQ-0001', { values: { field: 'Idempotency-Key' } });
  }
  return { accountId: caller, key, fingerprint: requestFingerprint(call.name, input.query, input.body) };
}

/**
 * Binds a gate's call; `authenticate` tells which gate it is whose key the request bears, or refuses. `bodyBytes` is the
 * longest body, where it is not the server's.
 */
export function bindGate<C extends Call, G>(
  app: FastifyInstance,
  deps: Deps,
  call: C,
  authenticate: (request: FastifyRequest) => Promise<G>,
  handle: (input: CallInput<C> & { readonly gate: G }) => Answer<C>,
  bodyBytes?: number,
): void {
  if (call.auth !== 'gate') throw new Error(`${call.name} is no gate's call`);
  const gates = new WeakMap<FastifyRequest, { readonly gate: G }>();
  addRoute(app, call, {
    bodyBytes,
    before: async (request) => {
      gates.set(request, { gate: await authenticate(request) });
    },
    answer: async (request) => {
      const known = gates.get(request);
      if (!known) throw new AppError('SES-0001');
      return handle({ ...inputOf<C>(deps, request), ...known });
    },
  });
}

/** Answers 501 for a call of the contract that no feature serves yet. */
export function bindMissing(app: FastifyInstance, calls: readonly Call[]): void {
  for (const call of calls) {
    if (callsOf(app).has(call.name)) continue;
    app.route({
      method: call.method,
      url: call.path,
      handler: async (request, reply) => sendError(request, reply, new AppError('REQ-0006')),
    });
  }
}
