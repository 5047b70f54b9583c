// The calls by which managers keep partners and their keys.
import type { FastifyInstance } from 'fastify';
import type { BodyOf, DataOf } from '@kippu/contract/call';
import * as calls from '@kippu/contract/calls/desk/partners';
import { bindDesk } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { partnerKeyOf } from '../../session/partner-key.ts';
import * as manage from './manage-partners.ts';

interface Act {
  readonly headers: object;
  readonly body: BodyOf<typeof calls.deskMakePartnerKey>;
  readonly now: number;
}

export function addPartnerRoutes(app: FastifyInstance, deps: Deps): void {
  /**
   * Another one for each key's id, and the same for retries of an act: they have its idempotency key, and its stored answer has the id. An act without
   * one has no retries.
   */
  const keyOf = ({ headers, body, now }: Act, keyId: string): string => {
    const act = 'idempotency-key' in headers ? headers['idempotency-key'] : now;
    return partnerKeyOf(deps.keys, 'live', body.partnerId, `${keyId} ${String(act)}`);
  };
  const ofPartner = {
    subject: (_input: unknown, { partnerId }: calls.Partner) => partnerId,
    asked: ({ body }: { readonly body: { readonly partnerId: string } }) => body.partnerId,
  };
  bindDesk(app, deps, calls.deskPartners, (trx) => manage.listPartners(trx));
  bindDesk(
    app,
    deps,
    calls.deskAddPartner,
    (trx, { operator, body, now }) => manage.addPartner(trx, operator, body, now),
    { subject: ofPartner.subject },
  );
  bindDesk(
    app,
    deps,
    calls.deskChangePartner,
    (trx, { operator, body }) => manage.changePartner(trx, operator, body),
    ofPartner,
  );
  bindDesk(
    app,
    deps,
    calls.deskClosePartner,
    (trx, { body, now }) => manage.closePartner(trx, body, now),
    ofPartner,
  );
  bindDesk(
    app,
    deps,
    calls.deskMakePartnerKey,
    async (trx, input) => {
      const { caller, now } = input;
      const by = { keyOf: (keyId: string) => keyOf(input, keyId), actor: caller.actor, now };
      // Answers stored for retries have no key; each sent answer derives it again.
      return { ...(await manage.makeKey(trx, input.body, by)), key: '' };
    },
    {
      subject: (_input, { partner }: DataOf<typeof calls.deskMakePartnerKey>) => partner.partnerId,
      asked: ofPartner.asked,
      complete: (answer, input) => ({ ...answer, key: keyOf(input, answer.keyId) }),
    },
  );
  bindDesk(
    app,
    deps,
    calls.deskClosePartnerKey,
    (trx, { body, now }) => manage.closeKey(trx, body, now),
    ofPartner,
  );
}
