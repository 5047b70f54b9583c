// What happens when the server refuses the session: it ends on this phone and the way leads to login and back.
import { loadMessages } from '../i18n/messages.ts';
import { toast } from '../ui/toast.tsx';
import { isErrorCode, isRefusal, type ApiError } from './api-error.ts';
import type { Bearer } from './guest-call.ts';
import { currentPlace, navigate } from './router.ts';
import { endSession, getSession } from './session.ts';
import { getSettings } from './settings.ts';

/** How long 'no permission' can be read before login comes. */
const DENIED_MS = 3_000;

/** Whether the present screen is login or one of those that it leads to and back from. */
export function isOnWayIn(): boolean {
  const { name, address } = currentPlace();
  return address.startsWith('/packages/login/') || name === 'termsPrivacy' || name === 'settings';
}

/** Ends the session and leads to login, which tells `why` and leads back here afterwards. */
export function leaveForLogin(why: string): void {
  if (getSession()) endSession();
  if (!isOnWayIn()) navigate('login', { next: currentPlace().address, why }, { replace: true });
}

let denying = false;
/** Tells that permission is lacking; login follows, and not back to what is not permitted. */
function deny({ code }: ApiError, account: string | undefined): void {
  if (denying) return;
  denying = true;
  loadMessages(getSettings().language).then(
    ({ errors }) => toast(errors[isErrorCode(code, errors) ? code : 'SES-0006'], DENIED_MS),
    (error: unknown) => console.warn('words not loaded', error),
  );
  setTimeout(() => {
    denying = false;
    if (getSession()?.member.email !== account) return;
    endSession();
    navigate('login', { why: 'SES-0006' }, { replace: true });
  }, DENIED_MS);
}

/** The refusals of a guest's call that concern the session; gives whether the way leads to login now. */
export function sessionRefused(error: ApiError, about: Bearer | null): boolean {
  const session = getSession();
  const { code } = error;
  if (isRefusal(error, 'SES-0006', 'AUTH-0013', 'AUTH-0014', 'AUTH-0015', 'AUTH-0016')) {
    deny(error, about?.account);
  } else if (about ? session?.token === about.token : !session) {
    if (code.startsWith('SES-')) leaveForLogin(code);
  }
  return isOnWayIn();
}
