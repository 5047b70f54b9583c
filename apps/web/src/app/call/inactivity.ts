// Ends the session on this side, too, after two hours without an answered request. Login shows the reason.
import { INACTIVITY_MS } from '@kippu/contract/limits';
import { lastAnswer } from './last-answer.ts';
import { askHealth } from './reach.ts';
import { learnServerTime, serverNow } from '../clock/server-clock.ts';
import { leaveForLogin } from './session-end.ts';
import { getSession } from '../session/session.ts';

const AGAIN_MS = 60_000;

export interface InactivityPort {
  now(): number;
  lastAnswer(): number | undefined;
  /** Returns the session's token, or undefined when nobody is signed in. */
  signedIn(): string | undefined;
  /** Whether the server can be reached. If not, nobody could log in again, and codes must continue to work. */
  reachable(): Promise<boolean>;
  end(): void;
}

/** Ends the session if its time is over and the server answers. Returns the milliseconds until the next check. */
export async function checkInactivity(port: InactivityPort): Promise<number> {
  const who = port.signedIn();
  const left = () => (port.lastAnswer() ?? port.now()) + INACTIVITY_MS - port.now();
  if (who === undefined || left() > 0) return Math.max(left(), AGAIN_MS);
  // The answer corrects the server's time, in case the phone's clock was set forward.
  if ((await port.reachable()) && port.signedIn() === who && left() <= 0) port.end();
  return AGAIN_MS;
}

const phone: InactivityPort = {
  now: serverNow,
  lastAnswer,
  signedIn: () => getSession()?.token,
  reachable: async () => {
    const answer = await askHealth();
    learnServerTime(answer?.headers.get('date') ?? null);
    return answer?.ok ?? false;
  },
  end: () => leaveForLogin('SES-0005'),
};

/** Checks when the time is over, and when the phone wakes, the page becomes visible or the network returns. */
export function watchInactivity(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking = false;
  let woken = false;
  const look = async () => {
    // An event during a check, such as the return of the network, causes another check.
    woken = true;
    if (looking) return;
    looking = true;
    clearTimeout(timer);
    let next = AGAIN_MS;
    while (woken) {
      woken = false;
      next = await checkInactivity(phone);
    }
    looking = false;
    timer = setTimeout(() => void look(), next);
  };
  const wake = () => void look();
  for (const event of ['focus', 'pageshow', 'online']) window.addEventListener(event, wake);
  document.addEventListener('visibilitychange', wake);
  wake();
}
