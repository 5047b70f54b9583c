// Binds a call of the partner API: its key and scope, the partner's limits, idempotency, and one transaction for a write.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  Problem,
  type PartnerBodyOf,
  type PartnerCall,
  type PartnerDataOf,
  type PartnerParamsOf,
  type PartnerQueryOf,
} from '@kippu/contract/partner/partner-call';
import type { Deps } from '../../platform/calls/app-context.ts';
import { requestFingerprint, writeOnce, type AfterCommit } from '../../platform/calls/idempotency.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Quota } from '../../platform/limits/call-limits.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { onNewestTimetable, requireNewest } from '../../platform/operator/timetable.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { nameCaller } from '../../platform/wire/security-log.ts';
import { requireWellFormed } from '../../platform/wire/well-formed.ts';
import {
  findPartnerOfKey,
  isMetKey,
  keepPartnerOpen,
  type PartnerIdentity,
} from '../../session/partner-key.ts';
import { PartnerProblem } from './partner-problem.ts';

export interface PartnerInput<C extends PartnerCall> {
  readonly params: PartnerParamsOf<C>;
  readonly query: PartnerQueryOf<C>;
  readonly body: PartnerBodyOf<C>;
  readonly partner: PartnerIdentity;
  /** The server's clock, epoch milliseconds. */
  readonly now: number;
  readonly operator: OperatorData;
}

/** The calls that have a handler, by scope of the server. */
const bound = new WeakMap<FastifyInstance, Set<string>>();
export const boundPartnerCalls = (scope: FastifyInstance): ReadonlySet<string> =>
  bound.get(scope) ?? new Set();

const BEARER = /^Bearer (\S{1,200})$/i;

/** Sends the partner its limit (draft-ietf-httpapi-ratelimit-headers). */
function setQuota(reply: FastifyReply, { name, max, windowSeconds, left, resetSeconds }: Quota): void {
  reply.header('ratelimit-policy', `"${name}";q=${max};w=${windowSeconds}`);
  reply.header('ratelimit', `"${name}";r=${left};t=${resetSeconds}`);
}

/** Finds the partner of the request's key. Throws PartnerProblem, or AppError REQ-0004 over a limit. */
async function requirePartner(
  scope: FastifyInstance,
  { db, clock }: Deps,
  call: PartnerCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PartnerIdentity> {
  const [, key] = BEARER.exec(request.headers.authorization ?? '') ?? [];
  const credential = { isMet: key !== undefined && isMetKey(key), marked: undefined };
  const partner = await scope.callLimits.lookingUp(request, credential, async () => {
    const found = key === undefined ? undefined : await findPartnerOfKey(db, key, clock());
    if (!found) throw new AppError('SES-0001');
    return found;
  });
  nameCaller(request, `partner:${partner.partnerId}`);
  const quota = scope.callLimits.ofPartner(ownerOf(partner), call.method === 'GET' ? 'read' : 'write');
  setQuota(reply, quota);
  if (quota.refusal) throw quota.refusal;
  if (partner.mode === 'test') throw new PartnerProblem('test-mode-unavailable');
  if (!partner.scopes.includes(call.scope))
    throw new PartnerProblem('scope-missing', { values: { scope: call.scope } });
  return partner;
}

/** The owner of a partner's limits and idempotency keys. */
const ownerOf = ({ partnerId, mode }: PartnerIdentity): string => `partner:${partnerId}:${mode}`;

function addPartnerRoute<C extends PartnerCall>(
  scope: FastifyInstance,
  deps: Deps,
  call: C,
  answer: (input: PartnerInput<C>, request: FastifyRequest) => Promise<PartnerDataOf<C>>,
): void {
  const known = bound.get(scope) ?? new Set();
  bound.set(scope, known.add(call.name));
  const problem = { content: { 'application/problem+json': { schema: Problem } } };
  scope.route({
    method: call.method,
    url: call.path,
    config: { limited: true, call: call.name },
    bodyLimit: call.bodyBytes,
    schema: {
      operationId: call.name,
      summary: call.summary,
      tags: ['partner'],
      security: [{ bearer: [] }],
      params: call.params,
      querystring: call.query,
      ...(call.method === 'POST' ? { body: call.body } : {}),
      response: { [call.status]: call.data, '4xx': problem, '5xx': problem },
    },
    onRequest: async (request, reply) => {
      request.partnerCaller = await requirePartner(scope, deps, call, request, reply);
      if (call.method !== 'GET') keyOf(request);
    },
    preValidation: async (request) => {
      if (call.method !== 'POST') return;
      request.body ??= {};
      requireWellFormed(request.body);
    },
    handler: async (request, reply) => {
      const { partnerCaller: partner } = request;
      if (!partner) throw new PartnerProblem('unknown-key');
      const input: PartnerInput<C> = {
        params: request.params as PartnerParamsOf<C>,
        query: request.query as PartnerQueryOf<C>,
        body: (request.body ?? {}) as PartnerBodyOf<C>,
        partner,
        now: deps.clock(),
        operator: deps.timetable.current.operator,
      };
      const data = await answer(input, request);
      return reply.code(call.status).header('cache-control', 'no-store').send(data);
    },
  });
}

/** Returns the request's key, with or without the quotation marks of the draft. Throws PartnerProblem without one. */
function keyOf({ headers }: FastifyRequest): string {
  const header = headers['idempotency-key'];
  const key = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : '';
  if (!/^[\x21-\x7e]{8,100}$/.test(key))
    throw new PartnerProblem('idempotency-key-missing', { places: [{ parameter: 'Idempotency-Key' }] });
  return key;
}

/** Binds a call that reads. */
export function bindPartnerRead<C extends PartnerCall>(
  scope: FastifyInstance,
  deps: Deps,
  call: C,
  handle: (input: PartnerInput<C>) => Promise<PartnerDataOf<C>>,
): void {
  if (call.method !== 'GET') throw new Error(`${call.name} writes: use bindPartnerWrite`);
  addPartnerRoute(scope, deps, call, handle);
}

/** Requests with a key that this process has not answered. */
const underWay = new Set<string>();
const isUnderWay = () => new PartnerProblem('request-under-way');

/**
 * Binds a call that writes: one transaction over the newest timetable, once for each key. The same key and body get the first answer again; a refusal is not
 * stored, since it changed nothing. The writes of a partner run one after the other in each process.
 */
export function bindPartnerWrite<C extends PartnerCall>(
  scope: FastifyInstance,
  deps: Deps,
  call: C,
  work: (trx: Trx, input: PartnerInput<C>, afterCommit: AfterCommit) => Promise<PartnerDataOf<C>>,
): void {
  if (call.method === 'GET') throw new Error(`${call.name} reads: use bindPartnerRead`);
  addPartnerRoute(scope, deps, call, async (input, request) => {
    const { params, query, body, now } = input;
    const accountId = ownerOf(input.partner);
    const key = keyOf(request);
    const fingerprint = requestFingerprint(call.name, { params, query }, body);
    const once = { key: { accountId, key, fingerprint }, now: new Date(now), underWay: isUnderWay };
    const name = `${accountId} ${key}`;
    if (underWay.has(name)) throw isUnderWay();
    underWay.add(name);
    try {
      const answer = await scope.callLimits.inTurn(accountId, () =>
        onNewestTimetable(deps.timetable, (edition) =>
          writeOnce<PartnerDataOf<C>>(deps.db, once, async (trx, afterCommit) => {
            await keepPartnerOpen(trx, input.partner);
            await requireNewest(trx, edition);
            return work(trx, { ...input, operator: edition.operator }, afterCommit);
          }),
        ),
      );
      if (answer instanceof AppError) throw answer;
      return answer;
    } finally {
      underWay.delete(name);
    }
  });
}
