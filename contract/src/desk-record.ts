// The record of what was done at the desk: never changed, read by managers.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from './call.ts';
import { StaffRoleField } from './desk-staff.ts';
import { Cursor, Id, WireDate, WireTime, page } from './fields.ts';

const RecordedAction = strict({
  actionId: Type.String(),
  at: WireTime,
  /** Absent of a sales system, which has a key and no name. */
  staff: Type.Optional(
    strict({ staffId: Type.String(), name: Type.String(), role: StaffRoleField, closed: Type.Boolean() }),
  ),
  /** The name of the call. */
  call: Type.String(),
  /** What it was done to: a ticket's number, an order, an id. */
  subject: Type.Optional(Type.String()),
  /** Where the subject is one of the staff. */
  subjectName: Type.Optional(Type.String()),
});
export type RecordedAction = Static<typeof RecordedAction>;

/** Whom the record is asked about who is none of the staff. */
export const SALES_SYSTEM = 'api-key';

/** A page of 100, the newest first. */
export const deskRecord = defineCall({
  name: 'deskRecord',
  method: 'GET',
  path: '/desk/record',
  auth: 'desk',
  callers: ['manager'],
  query: strict({
    /** Who did it: a staff id, or 'api-key'. */
    by: Type.Optional(Id),
    /** What it was done to, exactly. */
    subject: Type.Optional(Id),
    /** A day in Japan. */
    date: Type.Optional(WireDate),
    cursor: Type.Optional(Cursor),
  }),
  data: page(RecordedAction),
  refusals: ['REQ-0001'],
});
