// A phone's subscription: saved, read and stopped.
import { randomUUID } from 'node:crypto';
import type { BodyOf, DataOf } from '@kippu/contract/call';
import type { readPush, savePush } from '@kippu/contract/calls/traveller/push';
import { PUSH_TOPICS } from '@kippu/contract/values';
import { AppError } from '../platform/wire/app-error.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import type { PushKeys } from '../platform/keys/push-keys.ts';
import { isPhoneKey } from '../platform/push/encrypt-push.ts';
import { isAllowedEndpoint } from '../platform/push/push-address.ts';
import { endpointHash, openPhone, sealPhone } from '../platform/push/sealed-phone.ts';
import { findPhone, savePhone, type PhoneOf } from '../platform/push/subscription-store.ts';
import type { PushSettings } from '../platform/start/push-settings.ts';

interface PushDeps {
  readonly keys: { readonly mac: (text: string) => string };
  readonly pushKeys: PushKeys;
}

/** Answers what a phone has saved. One that subscribed before the server's keys were replaced has to subscribe again. */
export async function readSubscription(
  db: Db,
  { keys, pushKeys }: PushDeps,
  phone: PhoneOf,
): Promise<DataOf<typeof readPush>> {
  const { keyId, publicKey } = pushKeys.current;
  const row = await findPhone(db, phone);
  const isOn = row?.key_id === keyId && openPhone(keys, row.subscription_id, row.sealed) !== undefined;
  if (!row || !isOn) return { publicKey, on: null };
  const { topics, language, quiet_from: from, quiet_to: to } = row;
  return { publicKey, on: { topics, language, quiet: from !== null && to !== null ? { from, to } : null } };
}

/** Checks a subscription. Throws AppError PUSH-0001 where the address is none of a push service, REQ-0001 where the key is no key. */
export async function checkSubscription(
  { endpoint, p256dh }: Pick<BodyOf<typeof savePush>, 'endpoint' | 'p256dh'>,
  settings: PushSettings,
): Promise<void> {
  if (!isPhoneKey(p256dh)) throw new AppError('REQ-0001', { values: { field: 'p256dh' } });
  if (!(await isAllowedEndpoint(endpoint, settings))) throw new AppError('PUSH-0001');
}

/**
 * Saves the subscription of an account's phone.
 * @param language one of the operator's languages
 * @param now epoch milliseconds
 */
export async function saveSubscription(
  trx: Trx,
  { keys, pushKeys }: PushDeps,
  { accountId, deviceId }: PhoneOf,
  { body, language, now }: { body: BodyOf<typeof savePush>; language: string; now: number },
): Promise<void> {
  const { endpoint, p256dh, auth, topics, quiet } = body;
  const subscriptionId = randomUUID();
  await savePhone(trx, {
    subscription_id: subscriptionId,
    account_id: accountId,
    device_id: deviceId,
    host: new URL(endpoint).host,
    endpoint_hash: endpointHash(keys, endpoint),
    sealed: sealPhone(keys, subscriptionId, { endpoint, p256dh, auth }),
    key_id: pushKeys.current.keyId,
    language,
    topics: PUSH_TOPICS.filter((topic) => topics.includes(topic)),
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
    seen_at: new Date(now),
  });
}
