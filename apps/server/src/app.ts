// Assembles the application: all features on one server.
import type { FastifyInstance } from 'fastify';
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import { loggedInDevice } from './account/login/known-device.ts';
import { addBoardRoutes } from './board/board-routes.ts';
import { addAccountRoutes } from './account/account-routes.ts';
import { addDeskFeedbackRoutes } from './desk/feedback/desk-feedback-routes.ts';
import { addDeskNoticeRoutes } from './desk/notices/desk-notice-routes.ts';
import { addDeskRoutes } from './desk/desk-routes.ts';
import { recomputeAfterAct } from './gate/passages/recompute-tickets.ts';
import { addGateRoutes } from './gate/gate-routes.ts';
import { addLateRoutes } from './live/late/late-routes.ts';
import { addPublishRoutes } from './live/publish/publish-routes.ts';
import { addFeedbackRoutes } from './feedback/feedback-routes.ts';
import { bindMissing } from './platform/calls/call-route.ts';
import type { Deps } from './platform/calls/app-context.ts';
import { newServer } from './platform/http/new-server.ts';
import { addDevMailRoutes } from './platform/mail/dev-mail-routes.ts';
import { loadNotices } from './notice/notice-files.ts';
import { addNoticeRoutes } from './notice/notice-routes.ts';
import { disruptionNotices } from './reservation/disruption/disruption-notices.ts';
import { addPartnerApi, faultAnswerOf } from './partner/partner-routes.ts';
import { addPushRoutes } from './push/push-routes.ts';
import { addSeatRoutes } from './reservation/seat-routes.ts';
import { addStopMailsRoutes } from './reservation/mails/stop-mails-routes.ts';
import { giveOrderSeats } from './reservation/store/move-seats-store.ts';
import { reservationsOfTickets } from './reservation/booked/read-reservations.ts';
import { addStationRoutes } from './station/station-routes.ts';
import { givenTickets } from './transfer/return-given.ts';
import { addWebhookRoutes } from './partner/webhooks/webhook-routes.ts';
import { addTicketRoutes } from './ticket/ticket-routes.ts';

/** Builds the application without opening a port. A broken operator file stops it. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const notices = loadNotices(deps.config.operatorDir);
  const app = await newServer(
    deps,
    ({ cookies }) => loggedInDevice(deps.keys, deps.config, cookies),
    faultAnswerOf,
  );
  const current = () => deps.timetable.current.operator;
  addDevMailRoutes(app, deps.mail);
  addAccountRoutes(app, deps, givenTickets({ ...deps, reservationsOf: reservationsOfTickets(current) }));
  addSeatRoutes(app, deps);
  addTicketRoutes(app, deps, reservationsOfTickets(current), recomputeAfterAct, giveOrderSeats);
  addStationRoutes(app, deps);
  addBoardRoutes(app, deps);
  addDeskRoutes(app, deps);
  addGateRoutes(app, deps);
  addDeskNoticeRoutes(app, deps, notices);
  addDeskFeedbackRoutes(app, deps);
  addNoticeRoutes(app, deps, notices, disruptionNotices(current));
  addPushRoutes(app, deps);
  addFeedbackRoutes(app, deps);
  addPublishRoutes(app, deps);
  addWebhookRoutes(app, deps);
  await addStopMailsRoutes(app, deps);
  addLateRoutes(app, deps);
  await addPartnerApi(app, deps);
  // Bind features above this line; unbound calls of the contract answer 501.
  bindMissing(app, ALL_CALLS);
  await app.ready();
  return app;
}
