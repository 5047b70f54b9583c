// When two hours without an answer end a session, and when they must not.
import { INACTIVITY_MS } from '@kippu/contract/limits';
import { describe, expect, test, vi } from 'vitest';
import { checkInactivity, type InactivityPort } from './inactivity.ts';

const NOW = 1_800_000_000_000;
function newPort(change: Partial<InactivityPort>) {
  const end = vi.fn();
  const port: InactivityPort = {
    now: () => NOW,
    lastAnswer: () => NOW - INACTIVITY_MS,
    signedIn: () => 'token',
    reachable: async () => true,
    end,
    ...change,
  };
  return { port, end };
}

describe('two hours without an answer', () => {
  test('end the session', async () => {
    const { port, end } = newPort({});
    await checkInactivity(port);
    expect(end).toHaveBeenCalledOnce();
  });
  test('are checked again when they are over, and not before a minute', async () => {
    const { port, end } = newPort({ lastAnswer: () => NOW - 1000 });
    expect(await checkInactivity(port)).toBe(INACTIVITY_MS - 1000);
    expect(await checkInactivity({ ...port, lastAnswer: () => NOW - INACTIVITY_MS + 1 })).toBe(60_000);
    expect(end).not.toHaveBeenCalled();
  });
  test.each<[string, Partial<InactivityPort>]>([
    ['the server cannot be reached', { reachable: async () => false }],
    ['nobody is signed in', { signedIn: () => undefined }],
    ['nothing was ever answered', { lastAnswer: () => undefined }],
  ])('change nothing when %s', async (_, change) => {
    const { port, end } = newPort(change);
    await checkInactivity(port);
    expect(end).not.toHaveBeenCalled();
  });
  test('end nothing when the server shows that the phone’s clock was set forward by hours', async () => {
    let now = NOW;
    const { port, end } = newPort({
      now: () => now,
      reachable: async () => {
        now -= INACTIVITY_MS - 60_000;
        return true;
      },
    });
    await checkInactivity(port);
    expect(end).not.toHaveBeenCalled();
  });
  test('do not end a session that began meanwhile', async () => {
    let who = 'old';
    const { port, end } = newPort({
      signedIn: () => who,
      reachable: async () => {
        who = 'new';
        return true;
      },
    });
    await checkInactivity(port);
    expect(end).not.toHaveBeenCalled();
  });
});
