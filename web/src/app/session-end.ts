// What happens when the server refuses the session: it ends on this phone and the way leads to login and back.
import { ApiError } from './api-error.ts';
import { currentPlace, navigate } from './router.ts';
import { endSession } from './session.ts';

/** Refusals of the session itself: none, void, elsewhere, inactive, not refreshable. */
const ENDS = new Set([401, 406, 409, 498]);

/** Takes a refused call's error; ends the session when it is the session that was refused. */
export function sessionRefused(error: ApiError): void {
  if (error.kind !== 'refused' || !ENDS.has(error.status) || !error.code.startsWith('SES-')) return;
  endSession();
  const { name, address } = currentPlace();
  if (name !== 'login') navigate('login', { next: address, why: error.code }, { replace: true });
}
