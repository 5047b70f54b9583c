// What a manager may do to a traveller's account: end its session, suspend it, resume it.
import { defineCall, strict } from '../../call.ts';
import { DeskAccount } from './find.ts';
import { Id } from '../../fields.ts';

const manager = {
  auth: 'desk',
  callers: ['manager'],
  body: strict({ accountId: Id }),
  data: DeskAccount,
  refusals: ['REQ-0005'],
} as const;

/** Signs the traveller out; the password stays valid. REQ-0005: no such account, or it was deleted. */
export const deskEndSession = defineCall({
  ...manager,
  name: 'deskEndSession',
  method: 'POST',
  path: '/desk/accounts/end-session',
});

/** Signs the traveller out and refuses every login and reset until the account is resumed. Tickets stay as they are. */
export const deskSuspendAccount = defineCall({
  ...manager,
  name: 'deskSuspendAccount',
  method: 'POST',
  path: '/desk/accounts/suspend',
});

/** Lets the traveller log in again. Ended sessions stay ended. */
export const deskResumeAccount = defineCall({
  ...manager,
  name: 'deskResumeAccount',
  method: 'POST',
  path: '/desk/accounts/resume',
});
