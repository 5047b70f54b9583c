// Binds a call that exchanges a token for new ones.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call, QueryOf } from '@kippu/contract/call';
import { countVisitors, openAnswer, type OpenHandler } from './bind-open.ts';
import { addRoute } from './call-route.ts';
import type { Deps } from './app-context.ts';
import { isMarked } from '../../session/token-mark.ts';

/**
 * Binds a call that exchanges the token that `tokenOf` finds in its query. A token made by this server has its own limit, so that strangers
 * at the same address cannot block its exchange.
 */
export function bindExchange<C extends Call>(
  app: FastifyInstance,
  deps: Deps,
  call: C,
  tokenOf: (query: QueryOf<C>) => string,
  handle: OpenHandler<C>,
): void {
  if (call.auth !== 'open')
    throw new Error(`${call.name} needs a credential (${call.auth}): not bindExchange`);
  const count = countVisitors(app, deps, call);
  const counted = new WeakSet<FastifyRequest>();
  const answer = openAnswer(deps, call, handle);
  addRoute(app, call, {
    answer: (request, reply) => {
      counted.add(request);
      const token = tokenOf(request.query as QueryOf<C>);
      const marked = isMarked(deps.keys, token) ? token : undefined;
      return app.callLimits.exchanging(
        marked,
        () => count(request),
        () => answer(request, reply),
      );
    },
    // A request without a token is counted too.
    beforeError: async (request) => {
      if (!counted.has(request)) count(request);
    },
  });
}
