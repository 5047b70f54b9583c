// What a manager may do to a traveller's account: end its session, suspend it, resume it.
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/account.ts';
import { DeskAccount } from './find.ts';
import type { ErrorCode } from '../../errors.ts';
import { Id } from '../../fields.ts';

const parts = {
  body: strict({ accountId: Id }),
  data: DeskAccount,
  refusals: ['REQ-0005'] satisfies ErrorCode[],
};

/** Signs the traveller out; the password stays valid. REQ-0005: no such account, or it was deleted. */
export const deskEndSession = defineCall(routes.deskEndSession, parts);

/** Signs the traveller out and refuses every login and reset until the account is resumed. Tickets stay as they are. */
export const deskSuspendAccount = defineCall(routes.deskSuspendAccount, parts);

/** Lets the traveller log in again. Ended sessions stay ended. */
export const deskResumeAccount = defineCall(routes.deskResumeAccount, parts);
