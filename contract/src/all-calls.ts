// Every call of the wire in one list: the server binds each, tests walk them. The probes (/healthz,
// /readyz) speak no envelope and so are no calls.
import * as account from './account.ts';
import type { Call } from './call.ts';
import * as deskFeed from './desk-feed.ts';
import * as deskFeedback from './desk-feedback.ts';
import * as deskFind from './desk-find.ts';
import * as deskNotice from './desk-notice.ts';
import * as deskGate from './desk-gate.ts';
import * as deskOccupancy from './desk-occupancy.ts';
import * as deskRecord from './desk-record.ts';
import * as deskStaffList from './desk-staff-list.ts';
import * as deskStaff from './desk-staff.ts';
import * as deskTicket from './desk-ticket.ts';
import * as desk from './desk.ts';
import * as feedback from './feedback.ts';
import * as gate from './gate.ts';
import * as notice from './notice.ts';
import * as seatHold from './seat-hold.ts';
import * as seat from './seat.ts';
import * as station from './station.ts';
import * as ticket from './ticket.ts';
import * as train from './train.ts';
import * as voucher from './voucher.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'auth' in value;

export const ALL_CALLS: readonly Call[] = [
  account,
  ticket,
  voucher,
  station,
  train,
  seat,
  seatHold,
  notice,
  feedback,
  gate,
  desk,
  deskTicket,
  deskFind,
  deskStaff,
  deskFeed,
  deskNotice,
  deskFeedback,
  deskGate,
  deskOccupancy,
  deskStaffList,
  deskRecord,
].flatMap((feature) => Object.values<unknown>({ ...feature }).filter(isCall));
