// A phone that can receive pushed messages, without a push service: the browser's subscribing is replaced, all else is real.
import type { BrowserContext, Page, PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';
import config from '../playwright.config.ts';

const { launchOptions } = config.use ?? {};
/** For `test.use`: a browser with a service worker that may show notifications. */
export const NOTIFYING = {
  serviceWorkers: 'allow',
  permissions: ['notifications'],
  launchOptions: {
    ...launchOptions,
    // The headless shell shows no notifications; the browser beside it does.
    executablePath: launchOptions?.executablePath?.replace(/-headless-shell$/, '') ?? '',
  },
} satisfies Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>;

interface Phone {
  /** The address that the phone gets from its push service. */
  readonly endpoint: string;
  /** The phone's keys, base64url. By default those of an example. */
  readonly p256dh?: string;
  readonly auth?: string;
  /** What the traveller has answered, or `default`: they are asked and allow it. By default the browser's own answer. */
  readonly permission?: NotificationPermission;
  /** Also replaces the service worker, for a page that has none. */
  readonly withoutWorker?: boolean;
}

/** Runs in the page before the app. The subscription survives reloads, as a real one. */
function replaceSubscribing({ endpoint, p256dh, auth, permission, withoutWorker }: Phone): void {
  const KEPT = 'e2e.push';
  // The example of RFC 8291, appendix A: the server refuses a key that is no point of the curve.
  const example = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const keys = { p256dh: p256dh ?? example.p256dh, auth: auth ?? example.auth };
  const subscription = () =>
    localStorage.getItem(KEPT) === null
      ? null
      : {
          endpoint,
          options: { applicationServerKey: null },
          toJSON: () => ({ endpoint, keys }),
          unsubscribe: async () => {
            localStorage.removeItem(KEPT);
            return true;
          },
        };
  const manager = {
    getSubscription: async () => subscription(),
    subscribe: async () => {
      localStorage.setItem(KEPT, '1');
      return subscription();
    },
  };
  if ('PushManager' in window) Object.assign(PushManager.prototype, manager);
  if (permission !== undefined) {
    let answer = permission;
    Object.defineProperty(Notification, 'permission', { get: () => answer });
    Notification.requestPermission = async () => (answer = answer === 'default' ? 'granted' : answer);
  }
  if (withoutWorker) {
    const registration = { pushManager: manager, getNotifications: async () => [] };
    const container = ServiceWorkerContainer.prototype;
    container.getRegistration = async () => registration as unknown as ServiceWorkerRegistration;
    Object.defineProperty(container, 'ready', { get: async () => registration });
  }
}
export const withPushPhone = (page: Page, phone: Phone): Promise<unknown> =>
  page.addInitScript(replaceSubscribing, phone);

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly lang: string;
}

/** The service worker of a phone, and the messages on its screen. */
export class PushedPhone {
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #deliver: (data: string) => Promise<unknown>;

  private constructor(context: BrowserContext, page: Page, deliver: (data: string) => Promise<unknown>) {
    this.#context = context;
    this.#page = page;
    this.#deliver = deliver;
  }

  /** Waits until the page's worker is active. */
  static async of(page: Page): Promise<PushedPhone> {
    const context = page.context();
    const debug = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations;
        if (first) resolve(first.registrationId);
      });
    });
    await debug.send('ServiceWorker.enable');
    const registrationId = await registered;
    const { origin } = new URL(page.url());
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    return new PushedPhone(context, page, (data) =>
      debug.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }),
    );
  }

  /** Delivers a push with this payload. */
  async push(payload: object | string): Promise<void> {
    await this.#deliver(typeof payload === 'string' ? payload : JSON.stringify(payload));
  }

  /** The messages on the phone's screen, the oldest first. */
  shown(): Promise<readonly Shown[]> {
    return this.#page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const all = (await registration?.getNotifications()) ?? [];
      return all.map(({ title, body, lang }) => ({ title, body, lang }));
    });
  }

  /** Taps the message with this title. The browser lets a real tap focus a window, too. */
  async tap(title: string): Promise<void> {
    const [worker] = this.#context.serviceWorkers();
    if (!worker) throw new Error('the phone has no service worker');
    await worker.evaluate(async (wanted) => {
      // The worker's own globals, which pages do not have.
      const scope = globalThis as unknown as EventTarget & {
        readonly registration: ServiceWorkerRegistration;
        readonly NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
      };
      const notification = (await scope.registration.getNotifications()).find(
        (each) => each.title === wanted,
      );
      if (!notification) throw new Error(`no message ${wanted}`);
      scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    }, title);
  }
}
