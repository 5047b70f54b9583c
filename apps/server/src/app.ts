// The application: its features, by name, on one server.
import type { FastifyInstance } from 'fastify';
import { ALL_CALLS } from '@kippu/contract/all-calls';
import { addAccountRoutes } from './account/account-routes.ts';
import { addDeskFeedbackRoutes } from './desk/desk-feedback-routes.ts';
import { addDeskNoticeRoutes } from './desk/desk-notice-routes.ts';
import { addDeskRoutes } from './desk/desk-routes.ts';
import { addGateRoutes } from './gate/gate-routes.ts';
import { addFeedbackRoutes } from './feedback/feedback-routes.ts';
import { bindMissing } from './http/bind-call.ts';
import type { Deps } from './http/deps.ts';
import { newServer } from './http/new-server.ts';
import { addDevMailRoutes } from './mail/dev-mail-routes.ts';
import { loadNotices } from './notice/notice-files.ts';
import { addNoticeRoutes } from './notice/notice-routes.ts';
import { disruptionNotices } from './seat/disruption-notices.ts';
import { addSeatRoutes } from './seat/seat-routes.ts';
import { reservationsOfTickets } from './seat/read-reservations.ts';
import { addStationRoutes } from './station/station-routes.ts';
import { addTicketRoutes } from './ticket/ticket-routes.ts';

/** Builds it without opening a port; a broken file of the operator stops it. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const notices = loadNotices(deps.config.operatorDir);
  const app = await newServer(deps);
  addDevMailRoutes(app, deps.mail);
  addAccountRoutes(app, deps);
  addSeatRoutes(app, deps);
  addTicketRoutes(app, deps, reservationsOfTickets(deps.operator));
  addStationRoutes(app, deps);
  addDeskRoutes(app, deps);
  addGateRoutes(app, deps);
  addDeskNoticeRoutes(app, deps, notices);
  addDeskFeedbackRoutes(app, deps);
  addNoticeRoutes(app, deps, notices, disruptionNotices(deps.operator));
  addFeedbackRoutes(app, deps);
  // Features bind above this line; what is left of the contract answers 501.
  bindMissing(app, ALL_CALLS);
  await app.ready();
  return app;
}
