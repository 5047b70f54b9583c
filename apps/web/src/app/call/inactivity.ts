// Two hours without an answered request: the session ends on this side too, and login tells why.
import { INACTIVITY_MS } from '@kippu/contract/limits';
import { lastAnswer } from './last-answer.ts';
import { askHealth } from './reach.ts';
import { learnServerTime, serverNow } from './server-clock.ts';
import { leaveForLogin } from './session-end.ts';
import { getSession } from './session.ts';

const AGAIN_MS = 60_000;

export interface InactivityPort {
  now(): number;
  lastAnswer(): number | undefined;
  /** Names the session; undefined when nobody is signed in. */
  signedIn(): string | undefined;
  /** Whether the server can be reached: without it nobody could log in again, and codes must go on working. */
  reachable(): Promise<boolean>;
  end(): void;
}

/** Ends the session when its time is over and the server is there; gives the milliseconds until the next look. */
export async function checkInactivity(port: InactivityPort): Promise<number> {
  const who = port.signedIn();
  const left = () => (port.lastAnswer() ?? port.now()) + INACTIVITY_MS - port.now();
  if (who === undefined || left() > 0) return Math.max(left(), AGAIN_MS);
  // The answer brings the server's time: where the phone's clock was only set on, nobody was idle.
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

/** Looks when the time is over, and whenever the phone wakes, the page is seen again or the network comes back. */
export function watchInactivity(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking = false;
  let woken = false;
  const look = async () => {
    // What wakes the phone during a look, such as the network that the look missed, is worth another.
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
