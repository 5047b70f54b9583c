// When the server refuses the session, ends it on this phone and leads to login and back.
import { toast } from '@kippu/ui/toast';
import { type CallError } from '@kippu/client/call-error';
import { noteShown } from '../errors/error-kinds.ts';
import type { Bearer } from './guest-call.ts';
import { currentPlace, navigate } from '../router/router.ts';
import { endSession, getSession } from '../session/session.ts';
import { getSettings } from '../storage/settings.ts';

/** How long the message 'no permission' is shown before login. */
const DENIED_MS = 3_000;

/** Returns whether the current screen is login or a screen that login links to. */
export function isOnWayIn(): boolean {
  const { name, address } = currentPlace();
  return address.startsWith('/packages/login/') || name === 'termsPrivacy' || name === 'settings';
}

/** Ends the session and opens login, which shows the reason `why` and returns here afterwards. */
export function leaveForLogin(why: string): void {
  if (getSession()) endSession();
  if (!isOnWayIn()) navigate('login', { next: currentPlace().address, why }, { replace: true });
}

let denying = false;
/** Shows that permission is missing, then opens login without a way back to the refused screen. */
function deny(error: CallError, account: string | undefined): void {
  noteShown(error);
  if (denying) return;
  denying = true;
  import('./denied-text.ts')
    .then(({ deniedText }) => deniedText(error, getSettings().language))
    .then(
      (text) => toast(text, DENIED_MS),
      (problem: unknown) => console.warn('words not loaded', problem),
    );
  setTimeout(() => {
    denying = false;
    if (getSession()?.member.email !== account) return;
    endSession();
    navigate('login', { why: 'SES-0006' }, { replace: true });
  }, DENIED_MS);
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
