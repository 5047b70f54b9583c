// The calls by which managers keep the endpoints of partners' webhooks.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/desk/partners';
import { bindDesk, bindDeskSlowWrite } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { newPoster } from '../../platform/http/post-outside.ts';
import { sealSecret, webhookSecretOf } from '../../partner/webhooks/sign-webhook.ts';
import * as manage from './manage-webhooks.ts';

/** The test events that a process sends to one host at once. */
const TEST_CONNECTIONS = 2;

interface Act {
  readonly headers: object;
  readonly now: number;
}

export function addPartnerWebhookRoutes(app: FastifyInstance, deps: Deps): void {
  const { keys, config, clock, webhookKeys } = deps;
  const allowed = config.webhooks;
  const poster = newPoster({ allowed, connections: TEST_CONNECTIONS, clock });
  app.addHook('onClose', async () => poster.close());

  /** The same for retries of an act: they have its idempotency key. An act without one has no retries. */
  const actOf = ({ headers, now }: Act): string =>
    String('idempotency-key' in headers ? headers['idempotency-key'] : now);
  const secretOf = (act: 'add' | 'rotate', endpointId: string, input: Act) =>
    webhookSecretOf(keys, endpointId, `${act} ${actOf(input)}`);
  const partnerOf = ({ body }: { readonly body: { readonly partnerId: string } }) => body.partnerId;
  const ofEndpoint = {
    subject: ({ body }: { readonly body: { readonly endpointId: string } }) => body.endpointId,
    asked: ({ body }: { readonly body: { readonly endpointId: string } }) => body.endpointId,
  };

  bindDesk(app, deps, calls.deskWebhooks, async (trx, { query, now }) => ({
    items: await manage.listWebhooks(trx, query.partnerId, now),
    publicKey: webhookKeys.current.publicKey,
  }));
  bindDesk(
    app,
    deps,
    calls.deskAddWebhook,
    async (trx, input) => {
      const endpointId = randomUUID();
      const sealed = sealSecret(keys, endpointId, secretOf('add', endpointId, input));
      const webhook = await manage.addWebhook(trx, allowed, input.body, {
        endpointId,
        sealed,
        now: input.now,
      });
      // Answers stored for retries have no secret; each sent answer derives it again.
      return { webhook, secret: '' };
    },
    {
      subject: (_input, { webhook }) => webhook.endpointId,
      asked: partnerOf,
      complete: (answer, input) => ({ ...answer, secret: secretOf('add', answer.webhook.endpointId, input) }),
    },
  );
  bindDesk(
    app,
    deps,
    calls.deskChangeWebhook,
    (trx, { body, now }) => manage.changeWebhook(trx, allowed, body, now),
    ofEndpoint,
  );
  bindDesk(
    app,
    deps,
    calls.deskSwitchWebhook,
    (trx, { body, now }) => manage.switchWebhook(trx, body, now),
    ofEndpoint,
  );
  bindDesk(
    app,
    deps,
    calls.deskRotateWebhookSecret,
    async (trx, input) => {
      const { body, now } = input;
      const sealed = sealSecret(keys, body.endpointId, secretOf('rotate', body.endpointId, input));
      return { webhook: await manage.rotateSecret(trx, body, { sealed, now }), secret: '' };
    },
    {
      ...ofEndpoint,
      complete: (answer, input) => ({
        ...answer,
        secret: secretOf('rotate', answer.webhook.endpointId, input),
      }),
    },
  );
  bindDeskSlowWrite(
    app,
    deps,
    calls.deskTestWebhook,
    {
      prepare: async ({ body }) =>
        manage.sendTest(
          { clock, keys, webhookKeys, allowed, poster },
          await manage.findForTest(deps.db, body),
        ),
      write: async (_trx, { prepared }) => prepared,
    },
    ofEndpoint,
  );
  bindDesk(
    app,
    deps,
    calls.deskReplayWebhook,
    (trx, { body, now }) => manage.replayWebhook(trx, body, now),
    ofEndpoint,
  );
}
