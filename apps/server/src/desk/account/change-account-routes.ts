// The calls by which a manager changes a traveller's account.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/desk/find';
import { bindDesk } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { changeAccount } from './change-account.ts';

export function addChangeAccountRoutes(app: FastifyInstance, deps: Deps): void {
  const acts = [
    [calls.deskEndSession, 'endSession'],
    [calls.deskSuspendAccount, 'suspend'],
    [calls.deskResumeAccount, 'resume'],
  ] as const;
  for (const [call, act] of acts)
    bindDesk(app, deps, call, (trx, { body, now }) => changeAccount(trx, body.accountId, act, now), {
      subject: ({ body }) => body.accountId,
    });
}
