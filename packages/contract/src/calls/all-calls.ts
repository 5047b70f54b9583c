// Every call of the API in one list: the server binds each, tests walk them. The probes (/healthz, /readyz) have no
// envelope and are not calls.
import * as account from './traveller/account.ts';
import type { Call } from '../call.ts';
import * as deskAccount from './desk/account.ts';
import * as deskCounter from './desk/counter.ts';
import * as deskFeed from './desk/timetable.ts';
import * as deskFeedback from './desk/feedback.ts';
import * as deskFind from './desk/find.ts';
import * as deskNotice from './desk/notices.ts';
import * as deskGate from './desk/gates.ts';
import * as deskOccupancy from './desk/occupancy.ts';
import * as deskRecord from './desk/record.ts';
import * as deskStaffList from './desk/staff-list.ts';
import * as deskStaff from './desk/staff.ts';
import * as deskTicket from './desk/ticket.ts';
import * as desk from './desk/issue.ts';
import * as feedback from './traveller/feedback.ts';
import * as gate from './gate/gate.ts';
import * as notice from './traveller/notice.ts';
import * as seatHold from './traveller/seat-hold.ts';
import * as seat from './traveller/seat.ts';
import * as station from './traveller/station.ts';
import * as ticket from './traveller/ticket.ts';
import * as train from './traveller/train.ts';
import * as voucher from './traveller/voucher.ts';

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
  deskAccount,
  deskCounter,
  deskStaff,
  deskFeed,
  deskNotice,
  deskFeedback,
  deskGate,
  deskOccupancy,
  deskStaffList,
  deskRecord,
].flatMap((feature) => Object.values<unknown>({ ...feature }).filter(isCall));
