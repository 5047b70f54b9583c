// The partner API: a scope of the server with its own errors, under one path.
import type { FastifyError, FastifyInstance } from 'fastify';
import { ALL_PARTNER_CALLS } from '@kippu/contract/partner/all-partner-calls';
import { acceptedTags } from '@kippu/contract/languages';
import {
  PARTNER_PATH,
  PROBLEM_STATUS,
  PROBLEM_TYPES,
  problemUri,
  type ProblemType,
} from '@kippu/contract/partner/problem-types';
import { partnerWords } from '@kippu/words/partner/problem-words';
import type { Deps } from '../platform/calls/app-context.ts';
import { answerFault } from '../platform/wire/error-answer.ts';
import { reportAllFaults } from '../platform/http/validation.ts';
import { boundPartnerCalls } from './api/bind-partner.ts';
import { PartnerProblem } from './api/partner-problem.ts';
import { sendProblem } from './api/send-problem.ts';
import { addCatalogueRoutes } from './catalogue/catalogue-routes.ts';
import { addEventRoutes } from './events/event-routes.ts';
import { addHoldRoutes } from './holds/hold-routes.ts';
import { addLedgerRoutes } from './ledger/ledger-routes.ts';
import { addOrderRoutes } from './orders/order-routes.ts';
import { addPartnerReconciliationRoutes } from './reconcile/reconciliation-routes.ts';
import { addReturnRoutes } from './returns/return-routes.ts';

/** Adds all calls of the partner API. Throws Error while a call of the contract has no handler. */
export async function addPartnerApi(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    reportAllFaults(scope);
    scope.setErrorHandler<FastifyError>(sendProblem);
    addCatalogueRoutes(scope, deps);
    addEventRoutes(scope, deps);
    addHoldRoutes(scope, deps);
    addOrderRoutes(scope, deps);
    addReturnRoutes(scope, deps);
    addLedgerRoutes(scope, deps);
    addPartnerReconciliationRoutes(scope, deps);
    addProblemRoute(scope);
    const bound = boundPartnerCalls(scope);
    const missing = ALL_PARTNER_CALLS.filter(({ name }) => !bound.has(name));
    if (missing.length > 0) throw new Error(`no handler for ${missing.map(({ name }) => name).join(', ')}`);
    // Whatever else is at the path or below it answers with a problem too.
    for (const url of [PARTNER_PATH, `${PARTNER_PATH}/*`])
      scope.all(url, { schema: { hide: true } }, async () => {
        throw new PartnerProblem('not-found');
      });
  });
  // So do methods that the server has no routes for.
  await app.register(
    async (scope) => {
      scope.setNotFoundHandler((request, reply) =>
        sendProblem(new PartnerProblem('not-found'), request, reply),
      );
    },
    { prefix: PARTNER_PATH },
  );
}

/** Returns what answers a malformed address: a problem below the path of the partner API. */
export const faultAnswerOf = (url: string): typeof answerFault =>
  url.startsWith(`${PARTNER_PATH}/`) ? sendProblem : answerFault;

const isProblemType = (text: string): text is ProblemType => PROBLEM_TYPES.some((type) => type === text);

/** Explains a problem at the address of its `type`. It needs no key. */
function addProblemRoute(scope: FastifyInstance): void {
  scope.get<{ Params: { type: string } }>(
    `${PARTNER_PATH}/problems/:type`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { type } = request.params;
      if (!isProblemType(type)) throw new PartnerProblem('not-found');
      const words = partnerWords(acceptedTags(request.headers['accept-language'] ?? ''));
      const { title, nextStep } = words.problems[type];
      reply.header('content-language', words.language);
      return { type: problemUri(type), title, status: PROBLEM_STATUS[type], nextStep };
    },
  );
}
