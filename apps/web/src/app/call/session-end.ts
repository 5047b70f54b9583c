// When the server refuses the session, ends it on this phone and leads to login and back.
import { type CallError } from '@kippu/client/call-error';
import { noteShown } from '../errors/error-kinds.ts';
import type { Bearer } from './guest-call.ts';
import { currentPlace, navigate } from '../router/router.ts';
import { endSession, getSession } from '../session/session.ts';

/** Returns whether the current screen is login or a screen that login links to. */
export function isOnWayIn(): boolean {
  const { name, address } = currentPlace();
  return address.startsWith('/packages/login/') || name === 'termsPrivacy' || name === 'settings';
}

/** The reasons of a session that ends by itself: it has expired, or was idle for too long. */
const LAPSES = ['SES-0002', 'SES-0005'];

/** Ends the session and opens login, which shows the reason `why` and returns here afterwards. */
export function leaveForLogin(why: string): void {
  if (getSession()) endSession(LAPSES.includes(why));
  if (!isOnWayIn()) navigate('login', { next: currentPlace().address, why }, { replace: true });
}

/** Shows that permission is missing, then opens login without a way back to the refused screen. */
function deny(error: CallError, account: string | undefined): void {
  noteShown(error);
  const leave = () => {
    if (getSession()?.member.email !== account) return;
    endSession();
    navigate('login', { why: 'SES-0006' }, { replace: true });
  };
  import('./show-denied.ts').then(
    ({ showDenied }) => showDenied(error, leave),
    // Login gives the reason too.
    leave,
  );
}

/** The reason that login shows for a status without a code of ours, such as a proxy's answer. */
const WHY: Readonly<Record<number, string>> = {
  401: 'SES-0001',
  406: 'SES-0003',
  409: 'SES-0004',
  498: 'SES-0002',
};

/** Handles the refusals of a guest's call that concern the session, by status. Returns whether login is shown now. */
export function sessionRefused(error: CallError, about: Bearer | null): boolean {
  const session = getSession();
  const { code, status } = error;
  const why = WHY[status];
  if (status === 403) deny(error, about?.account);
  else if (why && (about ? session?.token === about.token : !session))
    leaveForLogin(code.startsWith('SES-') ? code : why);
  return isOnWayIn();
}
