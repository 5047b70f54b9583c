// The desk's staff: who they are, what their role lets them do, and how they sign in.
import { Type, type Static } from 'typebox';
import { STAFF_ROLES } from '../../values.ts';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/staff.ts';
import { EmailText, WireTime, text } from '../../fields.ts';

export const StaffRoleField = Type.Enum([...STAFF_ROLES]);

export const staffFields = {
  staffId: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: StaffRoleField,
  /** True while somebody else knows the password: only changing it is allowed. */
  mustChangePassword: Type.Boolean(),
};
/** One member of the operator's staff. */
export const Staff = strict(staffFields);
export type Staff = Static<typeof Staff>;

/** The longest password that is accepted for checking. */
const TypedPassword = text(128, 1);

/**
 * Signs in at the desk. The token goes into `Authorization: Bearer`. It ends after an hour without use, and at
 * `expiresAt` in any case.
 */
export const deskSignIn = defineCall(routes.deskSignIn, {
  body: strict({
    email: EmailText,
    password: TypedPassword,
    /** From `checkWork`, after `imgCodeError`. */
    captchaPass: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  }),
  data: strict({ token: Type.String(), expiresAt: WireTime, staff: Staff }),
  refusals: ['AccountOrPwdError', 'MFA-0011', 'imgCodeError'],
});

/** Who is signed in. Any role, but no sales system. */
export const deskMe = defineCall(routes.deskMe, { data: Staff });

export const deskSignOut = defineCall(routes.deskSignOut);

/** Changes one's own password. Ends every session of the person; `token` starts a new one for the caller. */
export const deskChangePassword = defineCall(routes.deskChangePassword, {
  body: strict({ oldPassword: TypedPassword, newPassword: TypedPassword }),
  data: strict({ ...staffFields, token: Type.String() }),
  refusals: ['AUTH-0020', 'AUTH-0022', 'ACC-0006', 'MFA-0011'],
});
