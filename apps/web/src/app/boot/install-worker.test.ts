// When the open app checks for a new version.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchForNewVersion } from './install-worker.ts';

const MINUTE = 60_000;
const update = vi.fn<() => Promise<ServiceWorkerRegistration>>();
let comeToTheFront: () => void;
let visibilityState: 'visible' | 'hidden';

beforeEach(() => {
  vi.useFakeTimers();
  update.mockReset();
  update.mockResolvedValue({} as ServiceWorkerRegistration);
  const page = new EventTarget();
  comeToTheFront = () => page.dispatchEvent(new Event('visibilitychange'));
  visibilityState = 'visible';
  vi.stubGlobal('document', {
    addEventListener: page.addEventListener.bind(page),
    get visibilityState() {
      return visibilityState;
    },
  });
  watchForNewVersion({ update });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('it checks when it comes back to the front, once an hour', () => {
  vi.advanceTimersByTime(59 * MINUTE);
  comeToTheFront();
  expect(update).not.toHaveBeenCalled();
  vi.advanceTimersByTime(MINUTE);
  comeToTheFront();
  comeToTheFront();
  expect(update).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60 * MINUTE);
  comeToTheFront();
  expect(update).toHaveBeenCalledTimes(2);
});

test('it does not check when it leaves the front', () => {
  visibilityState = 'hidden';
  vi.advanceTimersByTime(60 * MINUTE);
  comeToTheFront();
  expect(update).not.toHaveBeenCalled();
});

test('a check without a network does not count, nor does a clock that is set back', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.advanceTimersByTime(60 * MINUTE);
  update.mockRejectedValueOnce(new TypeError('no network'));
  comeToTheFront();
  await vi.advanceTimersByTimeAsync(0);
  comeToTheFront();
  expect(update).toHaveBeenCalledTimes(2);
  vi.setSystemTime(Date.now() - 24 * 60 * MINUTE);
  comeToTheFront();
  expect(update).toHaveBeenCalledTimes(3);
});
