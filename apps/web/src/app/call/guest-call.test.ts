// Tokens that expire under load, in one tab and in two, and calls that wait for a login: none is lost or sent twice.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CallError } from '@kippu/client/call-error';
import { guestCalls, type Bearer, type SessionPort } from './guest-call.ts';
import { HOLD_MS, pendingCalls } from './pending-calls.ts';
import { learnServerTime } from '../clock/server-clock.ts';

const refusal = (status: number, code: string) => new CallError('refused', { status, code });
const MEI: Bearer = { token: 'a1', refreshToken: 'r1', account: 'mei@example.com' };

/** What all tabs of a phone share: the stored session, the lock and the server. */
function newPhone() {
  let session: Bearer | null = { ...MEI };
  let lock: Promise<unknown> = Promise.resolve();
  const server = { valid: 'a2', answered: [] as string[], refreshes: 0, refreshError: undefined as unknown };
  const newTab = () => {
    const held = pendingCalls();
    const refusals: string[] = [];
    const port: SessionPort = {
      current: () => session,
      renew: async (refreshToken) => {
        server.refreshes += 1;
        await Promise.resolve();
        if (server.refreshError) throw server.refreshError;
        if (session) session = { ...session, token: server.valid, refreshToken: `${refreshToken}+` };
      },
      exclusively: (work) => {
        const turn = lock.then(work);
        lock = turn.catch(() => undefined);
        return turn;
      },
      refused: (error, about) => {
        refusals.push(error.code);
        if (!error.code.startsWith('SES-')) return false;
        if (about?.token === session?.token) session = null;
        return true;
      },
    };
    const make = guestCalls(port, held);
    /** A call with its own key. The server answers with the key if it accepts the token. */
    const call = (
      key: string,
      { signal, mayWait = true }: { signal?: AbortSignal; mayWait?: boolean } = {},
    ) =>
      make({
        signal,
        mayWait,
        attempt: async () => {
          const token = session?.token;
          await Promise.resolve();
          if (token !== server.valid) throw refusal(498, 'SES-0002');
          server.answered.push(key);
          return key;
        },
      });
    const signIn = (account: string) => {
      session = { token: server.valid, refreshToken: 'r9', account };
      held.signedIn(account);
    };
    return { call, make, held, refusals, signIn };
  };
  return { newTab, server, session: () => session, end: () => (session = null) };
}
const keys = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name}-${index}`);

describe('an expired token', () => {
  test('is refreshed once for 20 calls in flight, and none is lost', async () => {
    const { newTab, server } = newPhone();
    const { call, refusals } = newTab();
    const wanted = keys(20, 'call');
    expect(await Promise.all(wanted.map((key) => call(key)))).toEqual(wanted);
    expect(server.answered.toSorted()).toEqual(wanted.toSorted());
    expect(server.refreshes).toBe(1);
    expect(refusals).toEqual([]);
  });
  test('is refreshed once for two tabs', async () => {
    const { newTab, server } = newPhone();
    const [one, two] = [newTab(), newTab()];
    const wanted = [...keys(10, 'one'), ...keys(10, 'two')];
    const answers = wanted.map((key) => (key.startsWith('one') ? one : two).call(key));
    expect(await Promise.all(answers)).toEqual(wanted);
    expect(server.refreshes).toBe(1);
  });
  test('leaves the session alone when the refresh finds no network, and is refreshed next time', async () => {
    const { newTab, server, session } = newPhone();
    const { call } = newTab();
    server.refreshError = new CallError('network');
    await expect(call('one')).rejects.toMatchObject({ kind: 'network' });
    expect(session()).toEqual(MEI);
    server.refreshError = undefined;
    expect(await call('two')).toBe('two');
  });
  test('with a refused refresh ends the session once, and is not refreshed again', async () => {
    const { newTab, server, session } = newPhone();
    const { call } = newTab();
    server.refreshError = refusal(406, 'SES-0003');
    const ends = await Promise.allSettled(keys(5, 'call').map((key) => call(key)));
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
    expect(session()).toBeNull();
    expect(server.refreshes).toBe(1);
  });
  test('refused again right after its refresh does not loop', async () => {
    const { newTab, server } = newPhone();
    const { make } = newTab();
    const attempt = () => Promise.reject(refusal(498, 'SES-0002'));
    await expect(make({ attempt, mayWait: true })).rejects.toMatchObject({ status: 498 });
    expect(server.refreshes).toBe(1);
  });
});

describe('a call without a living session', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('of a visitor waits and is sent for the account that signs in', async () => {
    const { newTab, server, end } = newPhone();
    const { call, refusals, signIn } = newTab();
    end();
    const answer = call('input');
    expect(refusals).toEqual(['SES-0001']);
    expect(server.answered).toEqual([]);
    signIn('new@example.com');
    expect(await answer).toBe('input');
  });
  test('refused by 401 is sent again with its key, once, when the same account signs in', async () => {
    const { newTab, server } = newPhone();
    const { make, signIn } = newTab();
    const sent: string[] = [];
    const key = 'the-one-key';
    let refuse = true;
    const answer = make({
      mayWait: true,
      attempt: async () => {
        sent.push(key);
        if (refuse) throw refusal(401, 'SES-0005');
        return 'done';
      },
    });
    await vi.advanceTimersByTimeAsync(HOLD_MS - 1);
    refuse = false;
    signIn(MEI.account);
    expect(await answer).toBe('done');
    expect(sent).toEqual([key, key]);
    expect(server.refreshes).toBe(0);
  });
  test('refused by 401 at its refresh waits too', async () => {
    const { newTab, server } = newPhone();
    const { call, signIn } = newTab();
    server.refreshError = refusal(401, 'SES-0005');
    const answers = Promise.all(keys(3, 'call').map((key) => call(key)));
    await vi.advanceTimersByTimeAsync(0);
    signIn(MEI.account);
    expect(await answers).toEqual(keys(3, 'call'));
    expect(server.refreshes).toBe(1);
  });

  const refused401 = () => Promise.reject(refusal(401, 'SES-0005'));
  test.each<[string, (tab: ReturnType<ReturnType<typeof newPhone>['newTab']>) => unknown]>([
    ['another account signs in', ({ signIn }) => signIn('other@example.com')],
    ['ten minutes pass', () => vi.advanceTimersByTimeAsync(HOLD_MS)],
    [
      'ten minutes pass while the phone sleeps',
      ({ signIn }) => {
        vi.setSystemTime(Date.now() + HOLD_MS);
        signIn(MEI.account);
      },
    ],
    [
      'they pass while the phone sleeps and its clock is then set back by an hour',
      ({ signIn }) => {
        learnServerTime(new Date().toUTCString());
        vi.setSystemTime(Date.now() + HOLD_MS + 5000 - 3_600_000);
        learnServerTime(new Date(Date.now() + 3_600_000).toUTCString());
        signIn(MEI.account);
      },
    ],
    ['the traveller goes elsewhere', ({ held }) => held.drop()],
  ])('ends with its refusal when %s', async (_, happens) => {
    const { newTab, server } = newPhone();
    const tab = newTab();
    const answer = tab.make({ attempt: refused401, mayWait: true });
    const end = expect(answer).rejects.toMatchObject({ code: 'SES-0005' });
    await vi.advanceTimersByTimeAsync(0);
    await happens(tab);
    await end;
    expect(server.answered).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
  test('is forgotten when its screen has gone', async () => {
    const { newTab, server, end } = newPhone();
    const { call, signIn } = newTab();
    end();
    const leaving = new AbortController();
    const gone = expect(call('read', { signal: leaving.signal })).rejects.toThrow();
    leaving.abort();
    await gone;
    signIn(MEI.account);
    expect(server.answered).toEqual([]);
  });
  test('is not kept at all when its screen has gone before the refusal', async () => {
    const held = pendingCalls();
    const sendAgain = vi.fn(async () => 'late');
    const reason = new Error('gone');
    const kept = held.hold(sendAgain, refusal(401, 'SES-0005'), MEI.account, AbortSignal.abort(reason));
    held.signedIn(MEI.account);
    await expect(kept).rejects.toBe(reason);
    expect(sendAgain).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
  test('does not wait when it is sent while the page closes', async () => {
    const { newTab, end } = newPhone();
    end();
    await expect(newTab().call('release', { mayWait: false })).rejects.toMatchObject({ code: 'SES-0001' });
  });
  test.each([
    [406, 'SES-0003'],
    [409, 'SES-0004'],
  ])('refused by %i fails at once and ends the session', async (status, code) => {
    const { newTab, session } = newPhone();
    const { make, refusals } = newTab();
    const attempt = () => Promise.reject(refusal(status, code));
    await expect(make({ attempt, mayWait: true })).rejects.toMatchObject({ code });
    expect(refusals).toEqual([code]);
    expect(session()).toBeNull();
  });
  test('refused for a token that another sign-in here has replaced is sent with the new one', async () => {
    const { newTab, server } = newPhone();
    const { make, signIn, refusals } = newTab();
    let first = true;
    const answer = await make({
      mayWait: true,
      attempt: async () => {
        if (!first) return 'done';
        first = false;
        signIn(MEI.account);
        throw refusal(409, 'SES-0004');
      },
    });
    expect([answer, server.refreshes, refusals]).toEqual(['done', 0, []]);
  });
});
