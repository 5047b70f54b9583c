// How a manager keeps the operator's staff: who works at the desk, in which role, and until when.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from './call.ts';
import { StaffRoleField, staffFields } from './desk-staff.ts';
import { Cursor, EmailText, Id, WireTime, page, text } from './fields.ts';

export const StaffEntry = strict({
  ...staffFields,
  createdAt: WireTime,
  /** When they last did what the record keeps, such as signing in; absent where they never have. */
  lastActionAt: Type.Optional(WireTime),
  closedAt: Type.Optional(WireTime),
});
export type StaffEntry = Static<typeof StaffEntry>;

/** The password is told this once, to be handed over; it must be changed at the first sign-in. */
const WithFirstPassword = strict({ staff: StaffEntry, password: Type.String() });

const manager = { auth: 'desk', callers: ['manager'] } as const;

/** A page of 50: those who may sign in first, then by name. */
export const deskStaffList = defineCall({
  ...manager,
  name: 'deskStaffList',
  method: 'GET',
  path: '/desk/staff',
  query: strict({ state: Type.Optional(Type.Enum(['open', 'closed'])), cursor: Type.Optional(Cursor) }),
  data: page(StaffEntry),
});

export const deskAddStaff = defineCall({
  ...manager,
  name: 'deskAddStaff',
  method: 'POST',
  path: '/desk/staff',
  body: strict({ email: EmailText, name: text(100, 1), role: StaffRoleField }),
  data: WithFirstPassword,
  refusals: ['ACC-0001', 'ACC-0009'],
});

/** A name and a role. Another role ends the person's sessions. Nobody changes their own role: SES-0006. */
export const deskChangeStaff = defineCall({
  ...manager,
  name: 'deskChangeStaff',
  method: 'POST',
  path: '/desk/staff/change',
  body: strict({ staffId: Id, name: text(100, 1), role: StaffRoleField }),
  data: StaffEntry,
  refusals: ['REQ-0005', 'ACC-0009'],
});

/** For somebody who forgot theirs: their sessions end, and a lock of too many tries with them. Of one's own: SES-0006. */
export const deskResetStaffPassword = defineCall({
  ...manager,
  name: 'deskResetStaffPassword',
  method: 'POST',
  path: '/desk/staff/password',
  body: strict({ staffId: Id }),
  data: WithFirstPassword,
  refusals: ['REQ-0005'],
});

/** Nobody signs in by it any more, and whoever is signed in is out. What they did stays in the record. One's own: SES-0006. */
export const deskCloseStaff = defineCall({
  ...manager,
  name: 'deskCloseStaff',
  method: 'POST',
  path: '/desk/staff/close',
  body: strict({ staffId: Id }),
  data: StaffEntry,
  refusals: ['REQ-0005'],
});

/** In the role and by the email they had, with a new first password: the old one may be anybody's by now. */
export const deskReopenStaff = defineCall({
  ...manager,
  name: 'deskReopenStaff',
  method: 'POST',
  path: '/desk/staff/reopen',
  body: strict({ staffId: Id }),
  data: WithFirstPassword,
  refusals: ['REQ-0005'],
});
