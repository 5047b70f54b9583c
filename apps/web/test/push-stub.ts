// For tests only: a browser that can receive pushed messages, without a push service.
import { vi } from 'vitest';

const bytes = (length: number) => Uint8Array.from({ length }, (_none, at) => at);
const base64url = (some: Uint8Array) =>
  btoa(String.fromCharCode(...some))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

interface Stub {
  /** The traveller's answer when the browser asks; counted. */
  readonly ask: ReturnType<typeof vi.fn<() => Promise<NotificationPermission>>>;
  /** The browser's subscribing. A test replaces it to fail. */
  readonly subscribe: ReturnType<typeof vi.fn<() => Promise<unknown>>>;
  readonly unsubscribe: ReturnType<typeof vi.fn<() => Promise<boolean>>>;
  /** The messages on the phone's screen. */
  readonly shown: { close: () => void }[];
  /** The texts in the cache, by address. */
  readonly cached: Map<string, string>;
  /** Sends a worker's word to the page. Resolves to the page's answer, undefined without one. */
  readonly say: (word: unknown) => unknown;
  /** The browser drops the subscription, or renews it at another address. */
  renew(endpoint: string | null): void;
  /** What the traveller has set in the browser. */
  permission: NotificationPermission;
}

/**
 * Installs the browser's part. `vi.unstubAllGlobals()` and the next call remove it.
 * @param answer what the traveller answers when the browser asks
 */
export function stubPush(answer: NotificationPermission = 'granted'): Stub {
  let endpoint: string | null = null;
  let count = 0;
  const cached = new Map<string, string>();
  const worker = new EventTarget();
  const subscription = () => {
    const here = endpoint;
    return here === null
      ? null
      : {
          endpoint: here,
          options: { applicationServerKey: bytes(65).buffer },
          toJSON: () => ({
            endpoint: here,
            keys: { p256dh: base64url(bytes(65)), auth: base64url(bytes(16)) },
          }),
          unsubscribe: stub.unsubscribe,
        };
  };
  const stub: Stub = {
    permission: 'default',
    ask: vi.fn(async () => (stub.permission = answer)),
    subscribe: vi.fn(async () => {
      count += 1;
      endpoint ??= `https://fcm.googleapis.com/fcm/send/${count}`;
      return subscription();
    }),
    unsubscribe: vi.fn(async () => {
      endpoint = null;
      return true;
    }),
    shown: [],
    cached,
    say: (word) => {
      const said: unknown[] = [];
      const ports = [{ postMessage: (reply: unknown) => said.push(reply) }];
      worker.dispatchEvent(Object.assign(new Event('message'), { data: word, ports }));
      return said[0];
    },
    renew: (next) => {
      endpoint = next;
    },
  };
  const registration = {
    pushManager: { getSubscription: async () => subscription(), subscribe: stub.subscribe },
    getNotifications: async () => stub.shown,
  };
  Object.assign(worker, {
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
    startMessages: () => undefined,
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  vi.stubGlobal('PushManager', () => undefined);
  vi.stubGlobal('Notification', {
    get permission() {
      return stub.permission;
    },
    requestPermission: stub.ask,
  });
  vi.stubGlobal('caches', {
    open: async () => ({
      put: async (address: string, response: Response) => void cached.set(address, await response.text()),
    }),
    delete: async () => cached.clear(),
  });
  return stub;
}

/** The server's key as it sends it. */
export const PUBLIC_KEY = base64url(bytes(65));
export const removePush = (): void => void Reflect.deleteProperty(navigator, 'serviceWorker');
