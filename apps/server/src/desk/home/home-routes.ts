// The call of the desk's home.
import type { FastifyInstance } from 'fastify';
import { deskHome } from '@kippu/contract/calls/desk/home';
import { bindDesk } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { showHome } from './show-home.ts';

export function addHomeRoutes(app: FastifyInstance, deps: Deps): void {
  bindDesk(app, deps, deskHome, (trx, { operator, caller, now }) => showHome(trx, operator, caller, now));
}
