// The desk's staff: who they are, what their role lets them do, and how they sign in.
import { Type, type Static } from 'typebox';
import { STAFF_ROLES, defineCall, strict } from './call.ts';
import { EmailText, WireTime, text } from './fields.ts';

export const StaffRoleField = Type.Enum([...STAFF_ROLES]);

export const staffFields = {
  staffId: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: StaffRoleField,
  /** Somebody else knows the password: nothing but changing it is allowed. */
  mustChangePassword: Type.Boolean(),
};
/** One member of the operator's staff. */
export const Staff = strict(staffFields);
export type Staff = Static<typeof Staff>;

/** As long as a password may be that nobody has checked yet. */
const TypedPassword = text(128, 1);

/** Signs in at the desk. The token goes into `Authorization: Bearer`; it ends when unused for an hour, and at `expiresAt` in any case. */
export const deskSignIn = defineCall({
  name: 'deskSignIn',
  method: 'POST',
  path: '/desk/sign-in',
  auth: 'open',
  body: strict({ email: EmailText, password: TypedPassword }),
  data: strict({ token: Type.String(), expiresAt: WireTime, staff: Staff }),
  refusals: ['AccountOrPwdError', 'MFA-0011', 'MFA-0012'],
});

/** Who is signed in. Any role; a sales system is nobody. */
export const deskMe = defineCall({
  name: 'deskMe',
  method: 'GET',
  path: '/desk/me',
  auth: 'desk',
  callers: STAFF_ROLES,
  data: Staff,
});

export const deskSignOut = defineCall({
  name: 'deskSignOut',
  method: 'POST',
  path: '/desk/sign-out',
  auth: 'desk',
  callers: STAFF_ROLES,
});

/** One's own password. Every other session of the same person ends. */
export const deskChangePassword = defineCall({
  name: 'deskChangePassword',
  method: 'PUT',
  path: '/desk/password',
  auth: 'desk',
  callers: STAFF_ROLES,
  body: strict({ oldPassword: TypedPassword, newPassword: TypedPassword }),
  data: Staff,
  refusals: ['AUTH-0020', 'AUTH-0022', 'ACC-0006', 'MFA-0011'],
});
