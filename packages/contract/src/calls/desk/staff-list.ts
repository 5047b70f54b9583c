// How a manager keeps the list of staff: who works at the desk, in which role, and until when.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/staff-list.ts';
import { StaffRoleField, staffFields } from './staff.ts';
import { Cursor, EmailText, Id, WireTime, page, text } from '../../fields.ts';

export const StaffEntry = strict({
  ...staffFields,
  createdAt: WireTime,
  /** When they last did something that the record keeps, such as signing in. Absent if never. */
  lastActionAt: Type.Optional(WireTime),
  closedAt: Type.Optional(WireTime),
  /** Changes with the person's name, role, password or right to sign in. */
  version: Type.String(),
});
export type StaffEntry = Static<typeof StaffEntry>;

/** The password appears in this answer only, to be handed over. It must be changed at the first sign-in. */
const WithFirstPassword = strict({ staff: StaffEntry, password: Type.String() });

/** The person, and the `version` that the manager saw. DESK-0001: the person was changed since. */
const seen = { staffId: Id, version: text(64, 1) };

/** A page of 50: those who may sign in first, then by name. */
export const deskStaffList = defineCall(routes.deskStaffList, {
  query: strict({ state: Type.Optional(Type.Enum(['open', 'closed'])), cursor: Type.Optional(Cursor) }),
  data: page(StaffEntry),
});

export const deskAddStaff = defineCall(routes.deskAddStaff, {
  body: strict({ email: EmailText, name: text(100, 1), role: StaffRoleField }),
  data: WithFirstPassword,
  refusals: ['REQ-0001', 'ACC-0001', 'ACC-0009'],
});

/** Changes a name and a role. A new role ends the person's sessions. SES-0006: nobody changes their own role. */
export const deskChangeStaff = defineCall(routes.deskChangeStaff, {
  body: strict({ ...seen, name: text(100, 1), role: StaffRoleField }),
  data: StaffEntry,
  refusals: ['REQ-0001', 'REQ-0005', 'ACC-0009', 'DESK-0001'],
});

/**
 * Sets a first password for somebody who forgot theirs. Ends their sessions and a lock of too many tries. SES-0006:
 * not one's own.
 */
export const deskResetStaffPassword = defineCall(routes.deskResetStaffPassword, {
  body: strict(seen),
  data: WithFirstPassword,
  refusals: ['REQ-0005', 'DESK-0001'],
});

/** Closes a person's access: no new sign-in, and all sessions end. Their acts stay in the record. SES-0006: not one's own. */
export const deskCloseStaff = defineCall(routes.deskCloseStaff, {
  body: strict(seen),
  data: StaffEntry,
  refusals: ['REQ-0005', 'DESK-0001'],
});

/** Reopens access with the former role and email and a new first password, since the old one may be known to others. */
export const deskReopenStaff = defineCall(routes.deskReopenStaff, {
  body: strict(seen),
  data: WithFirstPassword,
  refusals: ['REQ-0001', 'REQ-0005', 'DESK-0001'],
});
