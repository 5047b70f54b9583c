// Every call of the API in one list: the server binds each, tests walk them. The probes (/healthz, /readyz) have no
// envelope and are not calls.
import * as deskCounter from './desk/counter.ts';
import * as deskFeedback from './desk/feedback.ts';
import * as deskFind from './desk/find.ts';
import * as deskGates from './desk/gates.ts';
import * as deskHome from './desk/home.ts';
import * as deskIssue from './desk/issue.ts';
import * as deskLive from './desk/live.ts';
import * as deskNotices from './desk/notices.ts';
import * as deskOccupancy from './desk/occupancy.ts';
import * as deskMails from './desk/mails.ts';
import * as deskPartners from './desk/partners.ts';
import * as deskRecord from './desk/record.ts';
import * as deskStaff from './desk/staff.ts';
import * as deskStaffList from './desk/staff-list.ts';
import * as deskTicket from './desk/ticket.ts';
import * as deskTimetable from './desk/timetable.ts';
import * as gate from './gate/gate.ts';
import * as inspect from './gate/inspect.ts';
import * as account from './traveller/account.ts';
import * as feedback from './traveller/feedback.ts';
import * as late from './traveller/late.ts';
import * as notice from './traveller/notice.ts';
import * as push from './traveller/push.ts';
import * as seat from './traveller/seat.ts';
import * as seatHold from './traveller/seat-hold.ts';
import * as session from './traveller/session.ts';
import * as station from './traveller/station.ts';
import * as party from './traveller/party.ts';
import * as ticket from './traveller/ticket.ts';
import * as train from './traveller/train.ts';
import * as voucher from './traveller/voucher.ts';
import type { Call } from '../call.ts';
import type { Route } from '../route.ts';
import * as deskCounterRoutes from '../routes/desk/counter.ts';
import * as deskFeedbackRoutes from '../routes/desk/feedback.ts';
import * as deskFindRoutes from '../routes/desk/find.ts';
import * as deskGatesRoutes from '../routes/desk/gates.ts';
import * as deskHomeRoutes from '../routes/desk/home.ts';
import * as deskIssueRoutes from '../routes/desk/issue.ts';
import * as deskLiveRoutes from '../routes/desk/live.ts';
import * as deskNoticesRoutes from '../routes/desk/notices.ts';
import * as deskOccupancyRoutes from '../routes/desk/occupancy.ts';
import * as deskMailsRoutes from '../routes/desk/mails.ts';
import * as deskPartnersRoutes from '../routes/desk/partners.ts';
import * as deskRecordRoutes from '../routes/desk/record.ts';
import * as deskStaffRoutes from '../routes/desk/staff.ts';
import * as deskStaffListRoutes from '../routes/desk/staff-list.ts';
import * as deskTicketRoutes from '../routes/desk/ticket.ts';
import * as deskTimetableRoutes from '../routes/desk/timetable.ts';
import * as gateRoutes from '../routes/gate/gate.ts';
import * as inspectRoutes from '../routes/gate/inspect.ts';
import * as accountRoutes from '../routes/traveller/account.ts';
import * as feedbackRoutes from '../routes/traveller/feedback.ts';
import * as lateRoutes from '../routes/traveller/late.ts';
import * as noticeRoutes from '../routes/traveller/notice.ts';
import * as pushRoutes from '../routes/traveller/push.ts';
import * as seatRoutes from '../routes/traveller/seat.ts';
import * as seatHoldRoutes from '../routes/traveller/seat-hold.ts';
import * as sessionRoutes from '../routes/traveller/session.ts';
import * as stationRoutes from '../routes/traveller/station.ts';
import * as partyRoutes from '../routes/traveller/party.ts';
import * as ticketRoutes from '../routes/traveller/ticket.ts';
import * as trainRoutes from '../routes/traveller/train.ts';
import * as voucherRoutes from '../routes/traveller/voucher.ts';

type CallsOf<Routes extends Record<string, Route>> = {
  readonly [K in keyof Routes]: Call<Routes[K]['name']>;
};

/** Returns the call of each route of a file. A route without its call does not compile: the error names it. */
function callsOf<Routes extends Record<string, Route>, Calls>(
  routes: Routes,
  calls: Calls & CallsOf<Routes>,
): Pick<Calls, keyof Routes & keyof Calls> {
  const entries = Object.keys(routes).map((name) => [name, calls[name as keyof Routes]]);
  return Object.fromEntries(entries) as Pick<Calls, keyof Routes & keyof Calls>;
}

const CALLS = {
  ...callsOf(accountRoutes, account),
  ...callsOf(sessionRoutes, session),
  ...callsOf(ticketRoutes, ticket),
  ...callsOf(partyRoutes, party),
  ...callsOf(voucherRoutes, voucher),
  ...callsOf(stationRoutes, station),
  ...callsOf(trainRoutes, train),
  ...callsOf(seatRoutes, seat),
  ...callsOf(seatHoldRoutes, seatHold),
  ...callsOf(lateRoutes, late),
  ...callsOf(noticeRoutes, notice),
  ...callsOf(pushRoutes, push),
  ...callsOf(feedbackRoutes, feedback),
  ...callsOf(gateRoutes, gate),
  ...callsOf(inspectRoutes, inspect),
  ...callsOf(deskIssueRoutes, deskIssue),
  ...callsOf(deskTicketRoutes, deskTicket),
  ...callsOf(deskFindRoutes, deskFind),
  ...callsOf(deskCounterRoutes, deskCounter),
  ...callsOf(deskStaffRoutes, deskStaff),
  ...callsOf(deskTimetableRoutes, deskTimetable),
  ...callsOf(deskLiveRoutes, deskLive),
  ...callsOf(deskNoticesRoutes, deskNotices),
  ...callsOf(deskFeedbackRoutes, deskFeedback),
  ...callsOf(deskGatesRoutes, deskGates),
  ...callsOf(deskOccupancyRoutes, deskOccupancy),
  ...callsOf(deskStaffListRoutes, deskStaffList),
  ...callsOf(deskRecordRoutes, deskRecord),
  ...callsOf(deskPartnersRoutes, deskPartners),
  ...callsOf(deskMailsRoutes, deskMails),
  ...callsOf(deskHomeRoutes, deskHome),
};

type Keyed = typeof CALLS;
/** The type of each call, by its name. */
export type CallsByName = { readonly [K in keyof Keyed as Keyed[K]['name']]: Keyed[K] };
export type CallName = keyof CallsByName;
export const ALL_CALLS: readonly Call<CallName>[] = Object.values(CALLS);
