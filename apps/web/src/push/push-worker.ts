// The service worker's part of pushed messages: shows each one, and opens the app where a tap leads. It imports nothing, because the worker
// is one file, and names only what it needs of the worker, so that it is tested without one.

/** What the app leaves for the worker when the phone subscribes. Nothing personal. */
export interface PushNote {
  /** The server's key to subscribe with, base64url. */
  readonly publicKey: string;
  /** BCP 47. */
  readonly language: string;
  /** Shown for a message that cannot be read, in that language. */
  readonly title: string;
  readonly body: string;
}

/** What the worker says to open pages: go to an address, read again what may have changed, or save the new subscription. */
export type WorkerWord =
  | { readonly kippu: 'open'; readonly path: string }
  | { readonly kippu: 'news' }
  | { readonly kippu: 'subscription' };

interface Options extends NotificationOptions {
  readonly timestamp?: number;
  readonly renotify?: boolean;
  readonly data: { readonly path: string };
}
interface Shown {
  readonly title: string;
  readonly body: string;
}
/** A page of the app. */
export interface AppWindow {
  readonly url: string;
  readonly focused: boolean;
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(word: WorkerWord, transfer?: MessagePort[]): void;
}
/** The parts of the worker's scope that are used here. */
export interface PushScope {
  /** Where the app leaves its note: a cache, which pages and workers share, and the address in it. */
  readonly KIPPU_PUSH: { readonly cache: string; readonly address: string };
  readonly location: { readonly origin: string; readonly hostname: string };
  readonly caches: Pick<CacheStorage, 'open'>;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly unknown[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly registration: {
    showNotification(title: string, options: Options): Promise<void>;
    getNotifications(filter: { tag: string }): Promise<readonly Shown[]>;
    readonly pushManager: Pick<PushManager, 'subscribe'>;
  };
}

const HOME = '/';
const MAX_PATH = 500;
/** The time for a page to say that it goes to the address. A page that is still loading does not answer. */
const ANSWER_WITHIN_MS = 1_500;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Returns an address of the app, without '#'; the first screen for anything else. It stands behind '#', so it never leaves the app. */
export const pathOf = (value: unknown): string =>
  typeof value === 'string' && value.length <= MAX_PATH && /^\/(?!\/)[\x21-\x7e]*$/.test(value)
    ? value
    : HOME;

/** Returns a moment as epoch milliseconds; undefined for anything but epoch milliseconds and ISO 8601 with a zone. */
function momentOf(value: unknown): number | undefined {
  const at = typeof value === 'string' && /(Z|[+-]\d\d:\d\d)$/.test(value) ? Date.parse(value) : value;
  return typeof at === 'number' && Number.isFinite(at) ? at : undefined;
}

/** Reads a message. Anything may be missing or of another type, also in a message of a newer server. */
function readMessage(text: string | undefined) {
  let said: unknown;
  try {
    said = JSON.parse(text ?? '');
  } catch {
    // It is shown with the general text.
  }
  const { title, body, tag, path, at } = (typeof said === 'object' && said !== null ? said : {}) as Record<
    string,
    unknown
  >;
  return { title: textOf(title), body: textOf(body), tag: textOf(tag), path: pathOf(path), at: momentOf(at) };
}

/** Returns what the app left for the worker; undefined if it is lost. */
async function readNote({ caches, KIPPU_PUSH }: PushScope): Promise<PushNote | undefined> {
  try {
    const kept = await (await caches.open(KIPPU_PUSH.cache)).match(KIPPU_PUSH.address);
    return kept && ((await kept.json()) as PushNote);
  } catch {
    return undefined;
  }
}

/** The pages of the app, without the gate and the desk, which share its worker's scope. */
async function appWindows({ clients, location }: PushScope): Promise<readonly AppWindow[]> {
  const all = (await clients.matchAll({ type: 'window', includeUncontrolled: true })) as AppWindow[];
  return all.filter(({ url }) => {
    const { origin, pathname } = new URL(url);
    return origin === location.origin && (pathname === '/' || pathname === '/index.html');
  });
}

/**
 * Shows a pushed message. A browser demands that each push shows something, so one that cannot be read shows a general text.
 * @param text the push's payload; undefined if it has none or it cannot be decrypted
 */
export async function showPush(scope: PushScope, text: string | undefined): Promise<void> {
  const note = await readNote(scope);
  const message = readMessage(text);
  const isBroken = message.title === '';
  const title = isBroken ? (note?.title ?? scope.location.hostname) : message.title;
  const body = isBroken ? (note?.body ?? '') : message.body;
  const { tag, at, path } = message;
  const before = tag === '' ? [] : await scope.registration.getNotifications({ tag });
  await scope.registration.showNotification(title, {
    body,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { path },
    ...(note && { lang: note.language }),
    ...(at === undefined ? {} : { timestamp: at }),
    // The newer message takes the place of the older one. It rings again only if it says something else.
    ...(tag !== '' && { tag, renotify: before.some((each) => each.title !== title || each.body !== body) }),
  });
  // An open page shows the same at once. It need not be in sight: it reads again when it is.
  for (const window of await appWindows(scope)) window.postMessage({ kippu: 'news' });
}

/** Asks a page to go to an address without a reload. Returns whether it does. */
const goesTo = (window: AppWindow, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const done = (goes: boolean) => {
      clearTimeout(timer);
      port1.close();
      resolve(goes);
    };
    const timer = setTimeout(() => done(false), ANSWER_WITHIN_MS);
    port1.onmessage = () => done(true);
    window.postMessage({ kippu: 'open', path }, [port2]);
  });

/**
 * Opens the app at an address after a tap: in the page that is in sight or was last, else in a new one.
 * @param data the notification's data, of any version of this worker
 */
export async function openFromPush(scope: PushScope, data: unknown): Promise<void> {
  const path = pathOf(typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined);
  const url = `${scope.location.origin}/#${path}`;
  const windows = await appWindows(scope);
  const window =
    windows.find(({ focused }) => focused) ??
    windows.find(({ visibilityState }) => visibilityState === 'visible') ??
    windows[0];
  if (!window) {
    await scope.clients.openWindow(url);
    return;
  }
  // A browser that does not let the worker focus shows the page all the same when the traveller returns to it.
  await window.focus().catch(() => undefined);
  if (await goesTo(window, path)) return;
  // Only the part behind '#' changes, so a page that has loaded meanwhile is not loaded again.
  await window.navigate(url).catch(() => scope.clients.openWindow(url));
}

/** After the browser has dropped the subscription: subscribes again, and asks an open page to save it. Without one, the next start does. */
export async function subscribeAgain(scope: PushScope, key: ArrayBuffer | null | undefined): Promise<void> {
  const applicationServerKey = key ?? (await readNote(scope))?.publicKey;
  // The app's settings offer to switch it on again.
  if (applicationServerKey === undefined) return;
  await scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  for (const window of await appWindows(scope)) window.postMessage({ kippu: 'subscription' });
}
