// The audit record of the desk: never changed, read by managers.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/record.ts';
import { StaffRoleField } from './staff.ts';
import { Count, Cursor, Id, WireDate, WireTime, page } from '../../fields.ts';

const RecordedAction = strict({
  actionId: Type.String(),
  at: WireTime,
  /**
   * Name, email and role as they were at the act; whether the person is closed now. Absent for a sales system, which has a key and no
   * name, and for the host.
   */
  staff: Type.Optional(
    strict({
      staffId: Type.String(),
      name: Type.String(),
      email: Type.String(),
      role: StaffRoleField,
      closed: Type.Boolean(),
    }),
  ),
  /** Whether a command on the server's machine did it. */
  byHost: Type.Optional(Type.Boolean()),
  /** The name of the call. */
  call: Type.String(),
  /** The subject of the act: a ticket's number, an order, an id, a list's filter. */
  subject: Type.Optional(Type.String()),
  /** Only if the subject is a member of staff: the name after the act. */
  subjectName: Type.Optional(Type.String()),
  /** Their name before, if the act changed it. */
  oldName: Type.Optional(Type.String()),
  /** The code with which the act was refused; it revealed the state of the subject. */
  refusal: Type.Optional(Type.String()),
});
export type RecordedAction = Static<typeof RecordedAction>;

/** A page of 100, newest first. */
export const deskRecord = defineCall(routes.deskRecord, {
  query: strict({
    /** Who did it: a staff id, 'api-key' or 'host'. */
    by: Type.Optional(Id),
    /** The subject, an exact match. A ticket's number also finds acts that named the ticket by its id, and its conflicts. */
    subject: Type.Optional(Id),
    /** A day in Japan. */
    date: Type.Optional(WireDate),
    cursor: Type.Optional(Cursor),
  }),
  data: page(RecordedAction),
  refusals: ['REQ-0001'],
});

/** The failed sign-ins at the desk in the last 24 hours. */
export const deskFailedSignIns = defineCall(routes.deskFailedSignIns, {
  data: strict({
    failures: Count,
    /** Those by emails that no member of staff has. */
    ofNobody: Count,
    /** Whether the last two hours have more of them than staff's own typing errors explain. */
    siege: Type.Boolean(),
    /** The first and the last one; absent if there is none. */
    since: Type.Optional(WireTime),
    last: Type.Optional(WireTime),
    /** The emails that were tried, the most frequent first; at most 50. */
    staff: Type.Array(
      strict({
        staffId: Type.String(),
        name: Type.String(),
        email: Type.String(),
        failures: Count,
        last: WireTime,
      }),
    ),
  }),
});
