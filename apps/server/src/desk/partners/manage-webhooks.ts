// How managers keep the endpoints of partners' webhooks: adding, changing, switching, trying them, and sending events again.
import { randomUUID } from 'node:crypto';
import type { BodyOf, DataOf } from '@kippu/contract/call';
import type * as calls from '@kippu/contract/calls/desk/partners';
import { FORMER_SECRET_DAYS, MAX_ENDPOINTS, TEST_EVENT } from '@kippu/contract/partner/webhook-topics';
import { epochToIso, wallToEpoch } from '@kippu/domain/time/service-day';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { AllowedAddresses } from '../../platform/http/public-address.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { placeOfMessage } from '../../partner/webhooks/deliver-webhooks.ts';
import { endpointUrl } from '../../partner/webhooks/endpoint-address.ts';
import * as store from '../../partner/webhooks/endpoint-store.ts';
import { sendWebhook, type SendDeps } from '../../partner/webhooks/send-webhook.ts';
import { lockPartner } from './partner-store.ts';

const DAY_MS = 86_400_000;

const optional = <K extends string>(key: K, at: Date | null): Partial<Record<K, string>> =>
  at === null ? {} : ({ [key]: wireTime(at) } as Partial<Record<K, string>>);

function webhookAnswer(row: store.ListedEndpoint, now: number): calls.Webhook {
  const isFormer = row.former_until !== null && row.former_until.getTime() > now;
  return {
    endpointId: row.endpoint_id,
    url: row.url,
    topics: row.topics,
    state: row.state === 'open' ? 'open' : 'disabled',
    createdAt: wireTime(row.created_at),
    waiting: row.waiting,
    ...optional('deliveredAt', row.delivered_at),
    ...optional('failingSince', row.tried_since),
    ...(row.tried_since === null || row.reason === null ? {} : { reason: row.reason }),
    ...optional('disabledAt', row.disabled_at),
    ...optional('waitingSince', row.waiting_since),
    ...optional('formerSecretUntil', isFormer ? row.former_until : null),
  };
}

const gone = () => new AppError('REQ-0005', { detail: 'no such endpoint' });
const wrong = (field: string) => new AppError('REQ-0001', { values: { field } });

async function read(db: Db, partnerId: string, endpointId: string, now: number): Promise<calls.Webhook> {
  const row = (await store.listEndpoints(db, partnerId)).find(
    ({ endpoint_id }) => endpoint_id === endpointId,
  );
  if (!row) throw gone();
  return webhookAnswer(row, now);
}

/** Lists a partner's endpoints. Throws AppError REQ-0005 for an unknown partner. */
export async function listWebhooks(db: Db, partnerId: string, now: number): Promise<calls.Webhook[]> {
  const partner = await db
    .selectFrom('partner')
    .select('partner_id')
    .where('partner_id', '=', partnerId)
    .executeTakeFirst();
  if (!partner) throw new AppError('REQ-0005', { detail: 'no such partner' });
  return (await store.listEndpoints(db, partnerId)).map((row) => webhookAnswer(row, now));
}

/** What an act with a secret needs. */
interface WithSecret {
  /** Encrypted. */
  readonly sealed: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Adds an endpoint, which begins after the newest event. Throws AppError as its call says. */
export async function addWebhook(
  trx: Trx,
  allowed: AllowedAddresses,
  { partnerId, url: typed, topics }: BodyOf<typeof calls.deskAddWebhook>,
  { endpointId, sealed, now }: WithSecret & { readonly endpointId: string },
): Promise<calls.Webhook> {
  const url = endpointUrl(typed, allowed);
  if (url === undefined) throw wrong('url');
  const whole = await lockPartner(trx, partnerId);
  if (!whole) throw new AppError('REQ-0005', { detail: 'no such partner' });
  if (whole.partner.closed_at !== null) throw new AppError('DESK-0001');
  if ((await store.listEndpoints(trx, partnerId)).length >= MAX_ENDPOINTS) throw wrong('partnerId');
  const mode = 'live';
  const place = await store.newestPlace(trx, { partnerId, mode });
  const at = new Date(now);
  await store.insertEndpoint(trx, {
    endpoint_id: endpointId,
    partner_id: partnerId,
    mode,
    url,
    topics,
    state: 'open',
    secret: sealed,
    former_secret: null,
    former_until: null,
    era: place?.era ?? 0,
    tx: place?.tx ?? '0',
    event_id: place?.eventId ?? '0',
    failing_since: null,
    next_at: at,
    lease: null,
    leased_until: null,
    delivered_at: null,
    reason: null,
    disabled_at: null,
    created_at: at,
  });
  return read(trx, partnerId, endpointId, now);
}

type Named = { readonly partnerId: string; readonly endpointId: string };

async function lock(trx: Trx, { partnerId, endpointId }: Named): Promise<store.EndpointRow> {
  const row = await store.lockEndpoint(trx, partnerId, endpointId);
  if (!row) throw gone();
  return row;
}

/** Changes an endpoint's address and topics. Throws AppError REQ-0001 for an address that is not allowed, REQ-0005. */
export async function changeWebhook(
  trx: Trx,
  allowed: AllowedAddresses,
  { url: typed, topics, ...named }: BodyOf<typeof calls.deskChangeWebhook>,
  now: number,
): Promise<calls.Webhook> {
  const url = endpointUrl(typed, allowed);
  if (url === undefined) throw wrong('url');
  await lock(trx, named);
  await store.updateEndpoint(trx, named.endpointId, { url, topics });
  return read(trx, named.partnerId, named.endpointId, now);
}

/** Switches an endpoint on or off, closes it, or ends its former secret. Throws AppError REQ-0005. */
export async function switchWebhook(
  trx: Trx,
  { act, ...named }: BodyOf<typeof calls.deskSwitchWebhook>,
  now: number,
): Promise<calls.Webhook> {
  const row = await lock(trx, named);
  const at = new Date(now);
  const { endpointId: id, partnerId } = named;
  if (act === 'close') {
    const last = await read(trx, partnerId, id, now);
    await store.dropDeliveries(trx, id);
    await store.updateEndpoint(trx, id, { state: 'closed', disabled_at: row.disabled_at ?? at });
    return { ...last, state: 'disabled', waiting: 0 };
  }
  if (act === 'endFormerSecret')
    await store.updateEndpoint(trx, id, { former_secret: null, former_until: null });
  if (act === 'off' && row.state === 'open')
    await store.updateEndpoint(trx, id, { state: 'disabled', disabled_at: at });
  if (act === 'on') {
    const fresh = {
      state: 'open',
      disabled_at: null,
      failures: 0,
      failing_since: null,
      next_at: at,
    } as const;
    await store.updateEndpoint(trx, id, fresh);
    await store.retryNow(trx, id, at);
  }
  return read(trx, partnerId, id, now);
}

/** Gives an endpoint another secret; the former one signs too for days. Throws AppError REQ-0005, DESK-0014 where two sign already. */
export async function rotateSecret(
  trx: Trx,
  named: BodyOf<typeof calls.deskRotateWebhookSecret>,
  { sealed, now }: WithSecret,
): Promise<calls.Webhook> {
  const row = await lock(trx, named);
  if (row.former_until !== null && row.former_until.getTime() > now) throw new AppError('DESK-0014');
  await store.updateEndpoint(trx, named.endpointId, {
    secret: sealed,
    former_secret: row.secret,
    former_until: new Date(now + FORMER_SECRET_DAYS * DAY_MS),
  });
  return read(trx, named.partnerId, named.endpointId, now);
}

/** Reads an endpoint of the partner for a test event. Throws AppError REQ-0005. */
export async function findForTest(db: Db, { partnerId, endpointId }: Named): Promise<store.EndpointRow> {
  const row = (await store.listEndpoints(db, partnerId)).find(
    ({ endpoint_id }) => endpoint_id === endpointId,
  );
  if (!row) throw gone();
  return row;
}

/** Sends a test event. Must not be called inside a transaction. */
export async function sendTest(
  deps: SendDeps,
  endpoint: store.EndpointRow,
): Promise<DataOf<typeof calls.deskTestWebhook>> {
  const body = JSON.stringify({ kind: TEST_EVENT, at: epochToIso(deps.clock()), data: {} });
  const sent = await sendWebhook(deps, endpoint, { id: `evt_test_${randomUUID()}`, body });
  return sent.end === 'accepted' ? { accepted: true } : { accepted: false, reason: sent.reason };
}

/** Sets an endpoint back to an event or a time. Throws AppError REQ-0001 where no event is there, REQ-0005. */
export async function replayWebhook(
  trx: Trx,
  { from, messageId, ...named }: BodyOf<typeof calls.deskReplayWebhook>,
  now: number,
): Promise<calls.Webhook> {
  const { partner_id: partnerId, mode } = await lock(trx, named);
  if ((from === undefined) === (messageId === undefined)) throw wrong('from');
  const of = { partnerId, mode };
  const id = messageId === undefined ? undefined : placeOfMessage(messageId.trim());
  const place =
    from === undefined
      ? id && (await store.findEvent(trx, of, id))
      : await store.firstPlaceSince(trx, of, new Date(wallToEpoch(from)));
  if (!place) throw wrong(from === undefined ? 'messageId' : 'from');
  await store.dropDeliveries(trx, named.endpointId);
  // The place before the event.
  const eventId = String(BigInt(place.eventId) - 1n);
  await store.updateEndpoint(trx, named.endpointId, {
    era: place.era,
    tx: place.tx,
    event_id: eventId,
    failures: 0,
    failing_since: null,
    next_at: new Date(now),
  });
  return read(trx, named.partnerId, named.endpointId, now);
}
