// The service worker's part of pushed messages: what it shows, also for a broken one, and where a tap leads.
import { expect, test, vi } from 'vitest';
import {
  openFromPush,
  pathOf,
  showPush,
  subscribeAgain,
  type AppWindow,
  type PushNote,
  type PushScope,
  type WorkerWord,
} from './push-worker.ts';

const ORIGIN = 'https://kippu.example';
const NOTE: PushNote = { publicKey: 'BKey', language: 'ja', title: 'Kippu', body: 'お知らせがあります。' };
const RESERVATION = '/packages/haruka/reservation?reservationId=r-1';
const MESSAGE = { title: 'Late', body: '10 min', tag: 'r-1', path: RESERVATION, at: 1_800_000_000_000 };

interface PageStub extends AppWindow {
  readonly words: WorkerWord[];
}
/** A page of the app. `answers`: it goes where the worker says. */
function aPage(
  change: Partial<Omit<AppWindow, 'postMessage'>> & { readonly answers?: boolean } = {},
): PageStub {
  const { answers = true, ...rest } = change;
  const words: WorkerWord[] = [];
  return {
    url: `${ORIGIN}/#/`,
    focused: false,
    visibilityState: 'hidden',
    focus: vi.fn(async () => undefined),
    navigate: vi.fn(async () => undefined),
    ...rest,
    words,
    postMessage: (word, ports) => {
      words.push(word);
      if (answers) ports?.[0]?.postMessage(true);
    },
  };
}

function aWorker(windows: readonly PageStub[] = [], note: PushNote | null = NOTE) {
  const shown: { title: string; body: string; options: Record<string, unknown> }[] = [];
  const subscribe = vi.fn(async () => ({}) as PushSubscription);
  const openWindow = vi.fn(async () => null);
  const scope: PushScope = {
    KIPPU_PUSH: { cache: 'push', address: '/note' },
    location: { origin: ORIGIN, hostname: 'kippu.example' },
    caches: {
      open: async () => ({ match: async () => (note ? Response.json(note) : undefined) }) as unknown as Cache,
    },
    clients: { matchAll: async () => windows, openWindow },
    registration: {
      showNotification: async (title, options) => {
        const at = shown.findIndex((each) => each.options['tag'] === options.tag);
        if (options.tag !== undefined && at >= 0) shown.splice(at, 1);
        shown.push({ title, body: options.body ?? '', options: { ...options } });
      },
      getNotifications: async ({ tag }) => shown.filter(({ options }) => options['tag'] === tag),
      pushManager: { subscribe },
    },
  };
  return { scope, shown, subscribe, openWindow };
}

test('a message is shown with its words, time, language and address, and open pages read again', async () => {
  const [page, gate] = [aPage(), aPage({ url: `${ORIGIN}/gate/` })];
  const { scope, shown } = aWorker([page, gate]);
  await showPush(scope, JSON.stringify(MESSAGE));
  expect(shown).toMatchObject([
    {
      title: 'Late',
      body: '10 min',
      options: {
        tag: 'r-1',
        timestamp: MESSAGE.at,
        lang: 'ja',
        data: { path: RESERVATION },
        renotify: false,
      },
    },
  ]);
  expect(page.words).toEqual([{ kippu: 'news' }]);
  expect(gate.words).toEqual([]);
});

test('a newer message takes the place of the older one, and rings only if it says something else', async () => {
  const { scope, shown } = aWorker();
  await showPush(scope, JSON.stringify(MESSAGE));
  await showPush(scope, JSON.stringify(MESSAGE));
  expect(shown.map(({ options }) => options['renotify'])).toEqual([false]);
  await showPush(scope, JSON.stringify({ ...MESSAGE, body: '25 min' }));
  expect(shown.map(({ body, options }) => [body, options['renotify']])).toEqual([['25 min', true]]);
});

test.each([
  undefined,
  '',
  'text',
  'null',
  '5',
  '[]',
  '{}',
  '{"title":5}',
  '{"title":" ","body":"b"}',
  '{"title',
])('a push of %j shows the general text in the app’s language', async (text) => {
  const { scope, shown } = aWorker();
  await showPush(scope, text);
  expect(shown).toMatchObject([{ title: NOTE.title, body: NOTE.body, options: { data: { path: '/' } } }]);
  expect(shown[0]?.options).not.toHaveProperty('tag');
});

test('a push is shown also without the app’s note', async () => {
  const { scope, shown } = aWorker([], null);
  await showPush(scope, undefined);
  expect(shown).toMatchObject([{ title: 'kippu.example', body: '' }]);
});

test.each([
  [1_800_000_000_000, 1_800_000_000_000],
  ['2027-01-15T08:00:00Z', Date.UTC(2027, 0, 15, 8)],
  ['2027-01-15T17:00:00+09:00', Date.UTC(2027, 0, 15, 8)],
  ['2027-01-15 17:00:00', undefined],
  [Number.NaN, undefined],
  [null, undefined],
])('the time %j is %j', async (at, timestamp) => {
  const { scope, shown } = aWorker();
  await showPush(scope, JSON.stringify({ ...MESSAGE, at }));
  expect(shown[0]?.options['timestamp']).toBe(timestamp);
});

test.each([
  [RESERVATION, RESERVATION],
  ['/', '/'],
  ['//evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/a b', '/'],
  ['/a\n', '/'],
  [`/${'a'.repeat(500)}`, '/'],
  [undefined, '/'],
  [{}, '/'],
])('the address %j leads to %s', (path, wanted) => {
  expect(pathOf(path)).toBe(wanted);
});

test('a tap brings the page in sight to the address without a reload', async () => {
  const [hidden, visible, desk] = [
    aPage(),
    aPage({ visibilityState: 'visible' }),
    aPage({ url: `${ORIGIN}/desk/`, focused: true }),
  ];
  const { scope, openWindow } = aWorker([desk, hidden, visible]);
  await openFromPush(scope, { path: RESERVATION });
  expect(visible.words).toEqual([{ kippu: 'open', path: RESERVATION }]);
  expect(visible.focus).toHaveBeenCalledOnce();
  expect([...hidden.words, ...desk.words]).toEqual([]);
  expect(visible.navigate).not.toHaveBeenCalled();
  expect(openWindow).not.toHaveBeenCalled();
});

test('a page that cannot be focused still goes to the address', async () => {
  const page = aPage({ focus: () => Promise.reject(new Error('not allowed')) });
  await openFromPush(aWorker([page]).scope, { path: RESERVATION });
  expect(page.words).toHaveLength(1);
});

test('without a page, a tap opens one, at the first screen if the notification has no address', async () => {
  const { scope, openWindow } = aWorker();
  await openFromPush(scope, { path: RESERVATION });
  await openFromPush(scope, null);
  expect(openWindow.mock.calls).toEqual([[`${ORIGIN}/#${RESERVATION}`], [`${ORIGIN}/#/`]]);
});

test('a page that does not answer is sent to the address, and one that cannot be is replaced', async () => {
  vi.useFakeTimers();
  try {
    const loading = aPage({ answers: false });
    const first = openFromPush(aWorker([loading]).scope, { path: RESERVATION });
    await vi.advanceTimersByTimeAsync(5_000);
    await first;
    expect(loading.navigate).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/#${RESERVATION}`);
    const foreign = aPage({ answers: false, navigate: () => Promise.reject(new TypeError('not mine')) });
    const { scope, openWindow } = aWorker([foreign]);
    const second = openFromPush(scope, { path: RESERVATION });
    await vi.advanceTimersByTimeAsync(5_000);
    await second;
    expect(openWindow).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});

test('after the browser has dropped the subscription, the worker subscribes again and a page saves it', async () => {
  const page = aPage();
  const { scope, subscribe } = aWorker([page]);
  const key = new Uint8Array([1, 2]).buffer;
  await subscribeAgain(scope, key);
  await subscribeAgain(scope, undefined);
  expect(subscribe.mock.calls).toEqual([
    [{ userVisibleOnly: true, applicationServerKey: key }],
    [{ userVisibleOnly: true, applicationServerKey: NOTE.publicKey }],
  ]);
  expect(page.words).toEqual([{ kippu: 'subscription' }, { kippu: 'subscription' }]);
  const lost = aWorker([], null);
  await subscribeAgain(lost.scope, null);
  expect(lost.subscribe).not.toHaveBeenCalled();
});
