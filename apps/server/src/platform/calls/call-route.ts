// The route of a call of the contract: schemas, input, and the envelope of the answer.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import type { TSchema } from 'typebox';
import { Nothing, type BodyOf, type Call, type DataOf, type QueryOf } from '@kippu/contract/call';
import { PROOF_HEADER } from '@kippu/contract/gate-signature';
import type { Language } from '@kippu/contract/languages';
import type { Deps } from './app-context.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import type { Trx } from '../db/database.ts';
import { AppError } from '../wire/app-error.ts';
import { clientOf } from '../limits/rate-counter.ts';
import { FailSchema, success, successSchema } from '../wire/envelope.ts';
import { answerFault, sendError } from '../wire/error-answer.ts';
import { requestFingerprint, type AfterCommit, type IdempotencyKey } from './idempotency.ts';
import { requestLanguage } from '../wire/request-language.ts';
import { noteRefusal, noteSuccess } from '../wire/security-log.ts';
import { requireWellFormed } from '../wire/well-formed.ts';

export interface CallInput<C extends Call> {
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  /** The bytes of the file that the call sends; undefined if it sends none. */
  readonly file: Readable | undefined;
  readonly language: Language;
  /** The server's clock, epoch milliseconds. */
  readonly now: number;
  /** The operator's data, with the timetable that was current when the call began. */
  readonly operator: OperatorData;
  /** The address that limits count by: for IPv6 the /64 network. */
  readonly address: string;
  readonly headers: FastifyRequest['headers'];
  readonly cookies: FastifyRequest['cookies'];
  readonly log: FastifyRequest['log'];
}
/** A returned AppError is answered like a thrown one, but its writes are committed (such as a counted wrong try). */
export type Answer<C extends Call> = Promise<DataOf<C> | AppError>;
export type Work<C extends Call, Input> = (trx: Trx, input: Input, afterCommit: AfterCommit) => Answer<C>;

/** The calls that have a handler; the others answer 501. */
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
    file: request.body instanceof Readable ? request.body : undefined,
    language: requestLanguage(request.headers['accept-language']),
    now: deps.clock(),
    operator: deps.timetable.current.operator,
    address: clientOf(request),
    headers: request.headers,
    cookies: request.cookies,
    log: request.log,
  };
}

const answers = new WeakMap<Call, Readonly<Record<string, TSchema>>>();

/** Returns the schemas of a call's answers by status. The same objects each time, so that they are compiled once. */
function answersOf(call: Call): Readonly<Record<string, TSchema>> {
  const known = answers.get(call);
  if (known) return known;
  const made = { 200: successSchema(call.data), '4xx': FailSchema, '5xx': FailSchema };
  answers.set(call, made);
  return made;
}

export interface RouteSteps {
  /** Runs before the body is read. */
  readonly before?: (request: FastifyRequest) => Promise<void>;
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  /** Runs before an error is sent. If it throws, that error is sent instead. */
  readonly beforeError?: (request: FastifyRequest) => Promise<void>;
  /** Checks the body's bytes as they are read. */
  readonly checkedBody?: (request: FastifyRequest, body: Readable) => Readable;
  /** Returns the `gate-proof` header of a successful answer with this body; null for none. */
  readonly prove?: (body: string, request: FastifyRequest) => string | null;
}

/** Sends an answer with its entity tag, or 304 if the page has this one already. */
function sendTagged(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', tag);
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

/** Adds the route of a call. `before` authenticates its caller. */
export function addRoute(
  app: FastifyInstance,
  call: Call,
  { before, answer, beforeError, checkedBody, prove }: RouteSteps,
): void {
  callsOf(app).add(call.name);
  const route = {
    url: call.path,
    config: { limited: true, call: call.name, ...(call.file ? { file: call.file } : {}) },
    bodyLimit: call.bodyBytes,
    // The session is checked before the schema, so that a stranger learns nothing about the call's input.
    ...(before ? { onRequest: before } : {}),
    ...(checkedBody
      ? {
          preParsing: async (request: FastifyRequest, _reply: FastifyReply, body: RequestPayload) =>
            checkedBody(request, body as Readable),
        }
      : {}),
    ...(beforeError
      ? {
          errorHandler: async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
            const instead = await beforeError(request).catch((refusal: FastifyError) => refusal);
            return answerFault(instead ?? error, request, reply);
          },
        }
      : {}),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const data = await answer(request, reply);
      if (data instanceof AppError) {
        noteRefusal(request, data);
        return sendError(request, reply, data);
      }
      noteSuccess(request, call);
      reply.header('cache-control', 'no-store');
      if (call.tagged) return sendTagged(request, reply, String(reply.serialize(success(data))));
      if (!prove) return reply.send(success(data));
      // The proof covers exactly the text that is sent.
      const body = String(reply.serialize(success(data)));
      const proof = prove(body, request);
      if (proof !== null) reply.header(PROOF_HEADER, proof);
      return reply.type('application/json; charset=utf-8').send(body);
    },
  };
  app.route({
    ...route,
    method: call.method,
    schema: {
      operationId: call.name,
      querystring: call.query,
      ...(call.method === 'GET' || call.file ? {} : { body: call.body }),
      response: answersOf(call),
    },
    preValidation: async (request) => {
      if (call.method === 'GET') return;
      request.body ??= {};
      // What a gate reports has happened: it answers for each event. A file is not parsed: its body is the connection's stream.
      if (call.auth !== 'gate' && !call.file) requireWellFormed(request.body);
      if (call.privateQuery) takeQueryFromBody(call, request);
    },
  });
  if (!call.privateQuery || (call.method !== 'GET' && call.method !== 'DELETE')) return;
  // The same call with its query in the body: personal data stays out of logs of addresses.
  app.route({
    ...route,
    method: 'POST',
    schema: {
      operationId: `${call.name}ByBody`,
      querystring: Nothing,
      body: call.query,
      response: answersOf(call),
    },
    preValidation: async (request) => {
      request.body ??= {};
      requireWellFormed(request.body);
    },
    preHandler: async (request) => {
      request.query = request.body;
      request.body = {};
    },
  });
}

/** Moves the fields of a call's query from the body to the query, if the query is empty. */
function takeQueryFromBody({ query }: Call, request: FastifyRequest): void {
  const { body } = request;
  const isEmpty = Object.keys(request.query as object).length === 0;
  if (!isEmpty || typeof body !== 'object' || body === null || Array.isArray(body)) return;
  const names = new Set(Object.keys((query as TSchema & { readonly properties?: object }).properties ?? {}));
  const fields = Object.entries(body);
  request.query = Object.fromEntries(fields.filter(([name]) => names.has(name)));
  request.body = Object.fromEntries(fields.filter(([name]) => !names.has(name)));
}

/** Returns the call's Idempotency-Key, scoped to its caller, if there is one. */
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

/** Answers 501 for a call of the contract without a handler. */
export function bindMissing(app: FastifyInstance, calls: readonly Call[]): void {
  for (const call of calls) {
    if (callsOf(app).has(call.name)) continue;
    const limit = app.callLimits.ofOpen(call);
    app.route({
      method: call.method,
      url: call.path,
      config: { limited: true },
      onRequest: async (request) => limit.take(request),
      handler: async (request, reply) => sendError(request, reply, new AppError('REQ-0006')),
    });
  }
}
