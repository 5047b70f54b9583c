// The calls by which a phone subscribes to messages that are pushed to it.
import type { FastifyInstance } from 'fastify';
import { chooseLanguage } from '@kippu/contract/languages';
import * as calls from '@kippu/contract/calls/traveller/push';
import { bindGuest, bindGuestSlowWrite, bindGuestWrite } from '../platform/calls/bind-guest.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import { dropPhone } from '../platform/push/subscription-store.ts';
import { checkSubscription, readSubscription, saveSubscription } from './save-subscription.ts';

/** Binds the feature's calls. */
export function addPushRoutes(app: FastifyInstance, deps: Deps): void {
  bindGuest(app, deps, calls.readPush, ({ session }) => readSubscription(deps.db, deps, session));
  bindGuestSlowWrite(app, deps, calls.savePush, {
    prepare: ({ body }) => checkSubscription(body, deps.config.push),
    write: async (trx, { session, body, now }) => {
      await saveSubscription(trx, deps, session, { body, language: chooseLanguage([body.language]), now });
      return readSubscription(trx, deps, session);
    },
  });
  bindGuestWrite(app, deps, calls.stopPush, async (trx, { session }) => {
    await dropPhone(trx, session);
    return readSubscription(trx, deps, session);
  });
}
