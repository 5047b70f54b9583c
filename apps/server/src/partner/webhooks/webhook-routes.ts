// The key by which receivers check webhooks, for anybody.
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/calls/app-context.ts';
import { FailSchema } from '../../platform/wire/envelope.ts';

const MAX_AGE_SECONDS = 3600;

/** Serves the public key that signs webhooks beside each endpoint's secret (Standard Webhooks, v1a). */
export function addWebhookRoutes(app: FastifyInstance, { webhookKeys }: Pick<Deps, 'webhookKeys'>): void {
  const limit = app.callLimits.ofOpen({ method: 'GET' });
  const summary = 'The Ed25519 key that signs webhooks to partners, as Standard Webhooks writes it.';
  app.get(
    '/partner/webhook-key.json',
    {
      config: { limited: true },
      schema: {
        operationId: 'partnerWebhookKey',
        summary,
        response: {
          200: {
            description: summary,
            type: 'object',
            properties: { keyId: { type: 'string' }, publicKey: { type: 'string' } },
            required: ['keyId', 'publicKey'],
          },
          '4xx': FailSchema,
          '5xx': FailSchema,
        },
      },
      onRequest: async (request) => limit.take(request),
    },
    async (_request, reply) => {
      const { keyId, publicKey } = webhookKeys.current;
      void reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`);
      return { keyId, publicKey };
    },
  );
}
