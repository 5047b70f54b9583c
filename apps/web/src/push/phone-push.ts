// Pushed messages on this phone: what the browser can do, its subscription, and what the phone remembers of it.
import type { BodyOf } from '@kippu/contract/route-types';
import type { savePush } from '@kippu/contract/routes/traveller/push';
import type { PushTopic } from '@kippu/contract/values';
import { bytesOf } from '@kippu/client/base64url';
import { pageSettings } from '@kippu/client/page-settings';
import { loadMessages } from '@kippu/words/load-messages';
import { getSettings } from '../app/storage/settings.ts';
import { localStore } from '../app/storage/local-store.ts';
import { isRecord } from '../app/storage/tab-memory.ts';
import { PUSH_NOTE } from './push-note.ts';
import type { PushNote } from './push-worker.ts';

/** What a traveller has chosen. */
export interface PushChoice {
  readonly topics: readonly PushTopic[];
  /** Wall times of the railway, `HH:mm`. */
  readonly quiet: { readonly from: string; readonly to: string } | null;
}
export type PushBody = BodyOf<typeof savePush>;

/** What this phone has saved at the server, to save it again after the browser or the language has changed. */
interface Saved extends PushChoice {
  /** The account's email. */
  readonly account: string;
  readonly endpoint: string;
  readonly language: string;
}
interface Memory {
  /** The traveller does not want to be asked. */
  readonly declined: boolean;
  readonly saved: Saved | null;
}

const store = localStore<Memory>('kippu.push', (stored) => {
  const { declined, saved } = isRecord(stored) ? stored : {};
  return {
    declined: declined === true,
    saved: isRecord(saved) && typeof saved['endpoint'] === 'string' ? (saved as unknown as Saved) : null,
  };
});
/** What this phone remembers. Shared by all tabs. */
export const pushMemory = store;
export const rememberSaved = (saved: Saved | null): void => store.set({ ...store.get(), saved });
export const declinePush = (): void => store.set({ ...store.get(), declined: true });

/**
 * What the browser can do. `install`: Safari on an iPhone or iPad, which pushes only to an app on the home screen.
 * `none`: it has no push, or no service worker as in a private window.
 */
export function pushSupport(): 'full' | 'install' | 'none' {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'full';
  return 'standalone' in navigator && navigator.standalone === false ? 'install' : 'none';
}

/** The longest wait for the service worker, which is installed a second after the start. */
const WORKER_WITHIN_MS = 15_000;

/** Returns the worker's registration; undefined without one. */
async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  if (pushSupport() !== 'full') return undefined;
  return navigator.serviceWorker.getRegistration();
}

/** Returns the phone's subscription; null without one. */
export async function phoneSubscription(): Promise<PushSubscription | null> {
  const worker = await registration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Thrown when the browser or its push service refuses to subscribe, as without a network. */
export class NoSubscriptionError extends Error {}

/**
 * Subscribes this phone with the server's key. A subscription with another key is replaced.
 * @param publicKey base64url
 * @throws NoSubscriptionError
 */
export async function subscribePhone(publicKey: string): Promise<PushSubscription> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no service worker')), WORKER_WITHIN_MS);
  });
  try {
    const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late]);
    const applicationServerKey = bytesOf(publicKey);
    const present = await pushManager.getSubscription();
    if (present && !sameBytes(present.options.applicationServerKey, applicationServerKey))
      await present.unsubscribe();
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  } catch (error) {
    throw new NoSubscriptionError('the browser did not subscribe', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

const sameBytes = (one: ArrayBuffer | null, other: Uint8Array): boolean =>
  one !== null && new Uint8Array(one).join() === other.join();

/**
 * Returns what to save of a subscription, and leaves the note for the worker.
 * @throws NoSubscriptionError if the browser gave no keys
 */
export async function pushBody(
  subscription: PushSubscription,
  publicKey: string,
  { topics, quiet }: PushChoice,
): Promise<PushBody> {
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) throw new NoSubscriptionError('no keys');
  const { language } = getSettings();
  await leaveNote(publicKey, language);
  return {
    endpoint,
    p256dh: keys['p256dh'],
    auth: keys['auth'],
    language,
    topics: [...topics],
    ...(quiet && { quiet }),
  };
}

async function leaveNote(publicKey: string, language: PushBody['language']): Promise<void> {
  const { push } = await loadMessages(getSettings().language);
  const note: PushNote = { publicKey, language, title: pageSettings().appName, body: push.general };
  try {
    await (await caches.open(PUSH_NOTE.cache)).put(PUSH_NOTE.address, new Response(JSON.stringify(note)));
  } catch (error) {
    // The worker then shows a message that it cannot read without words, and does not subscribe again by itself.
    console.warn('no note for the worker', error);
  }
}

/**
 * Ends pushed messages on this phone: the browser drops the subscription, and the messages shown are removed. Never rejects, since a
 * logout must not fail for it; the server ends its part by itself.
 */
export async function endPushOnPhone(): Promise<void> {
  rememberSaved(null);
  try {
    const worker = await registration();
    if (!worker) return;
    for (const shown of await worker.getNotifications()) shown.close();
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    await caches.delete(PUSH_NOTE.cache);
  } catch (error) {
    console.warn('push not ended in the browser', error);
  }
}
