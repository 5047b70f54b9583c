// Keeps the server's subscription of this phone true while nobody looks: after the browser has renewed it, the language has changed or a
// new password has ended it, and when the account leaves the phone.
import { readPush, savePush } from '@kippu/contract/routes/traveller/push';
import { reserveList, loadReserveDetail } from '@kippu/contract/routes/traveller/seat';
import { ticketList, ticketLoad } from '@kippu/contract/routes/traveller/ticket';
import { send } from '../app/call/api.ts';
import { queryClient, queryKey, refetch } from '../app/query/queries.ts';
import { currentPlace, navigateTo } from '../app/router/router.ts';
import { getSession, onSessionChange } from '../app/session/session.ts';
import { getSettings, onSettingsChange } from '../app/storage/settings.ts';
import { endPushOnPhone, phoneSubscription, pushBody, pushMemory, rememberSaved } from './phone-push.ts';
import type { WorkerWord } from './push-worker.ts';

/**
 * Saves this phone's subscription again if it differs from what was saved. Does nothing if the phone is not subscribed for the account.
 * @param always also if nothing differs, because the server has ended it
 */
export async function savePushAgain(always = false): Promise<void> {
  const { saved } = pushMemory.get();
  if (!saved || saved.account !== getSession()?.member.email) return;
  const subscription = await phoneSubscription();
  // The settings say that the browser has ended it.
  if (!subscription) return;
  const { language } = getSettings();
  if (!always && subscription.endpoint === saved.endpoint && language === saved.language) return;
  const { publicKey } = await send(readPush);
  const body = await pushBody(subscription, publicKey, saved);
  const data = await send(savePush, { body });
  rememberSaved({ ...saved, endpoint: body.endpoint, language });
  queryClient.setQueryData(queryKey(readPush), data);
}

/** Without a network the next start saves it. */
const tryToSave = () =>
  savePushAgain().catch((error: unknown) => console.warn('push not saved again', error));

/** Another device has logged in to the account. Its session alone gets messages from then on. */
const LOGGED_IN_ELSEWHERE = 'SES-0004';

/**
 * Ends the subscription on the phone if its account has gone for good. A session that has only expired leaves it: its traveller is told of
 * trains also while the app is closed for hours.
 */
export async function endOthersPush(): Promise<void> {
  const { saved } = pushMemory.get();
  if (!saved) return;
  const account = getSession()?.member.email;
  const { name, params } = currentPlace();
  const isGone =
    account === undefined
      ? name === 'login' && params['why'] === LOGGED_IN_ELSEWHERE
      : account !== saved.account;
  if (isGone) await endPushOnPhone();
}

/** Follows the worker's words, and the account. Call it once. */
export function followPush(): void {
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<WorkerWord>) => {
    if (data.kippu === 'open') {
      ports[0]?.postMessage(true);
      navigateTo(data.path);
    }
    if (data.kippu === 'subscription') void tryToSave();
    else void refetch(reserveList, loadReserveDetail, ticketList, ticketLoad);
  });
  // Words that came before this file was loaded.
  navigator.serviceWorker.startMessages();
  onSessionChange(() => {
    void endOthersPush().then(tryToSave);
  });
  // Messages come in the language of the app.
  onSettingsChange(() => void tryToSave());
  void endOthersPush().then(tryToSave);
}
