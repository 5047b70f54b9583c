// Sends the queued messages to phones. Each message is made when it is sent: what is no longer true is not sent.
import { chooseLanguage, type Language } from '@kippu/contract/languages';
import { isQuiet } from '@kippu/domain/time/quiet-hours';
import type { Db } from '../platform/db/database.ts';
import type { JobHandler, Outcome } from '../platform/jobs/job-runner.ts';
import { BlockedAddressError } from '../platform/http/public-address.ts';
import type { PushKeys } from '../platform/keys/push-keys.ts';
import { pushServices } from '../platform/push/push-address.ts';
import { openPhone } from '../platform/push/sealed-phone.ts';
import { PUSH_CONNECTIONS, type Push, type PushSender } from '../platform/push/send-push.ts';
import { dropSubscription, findSubscription, type PhoneRow } from '../platform/push/subscription-store.ts';
import type { PushSettings } from '../platform/start/push-settings.ts';
import type { OperatorData } from '../platform/operator/operator-data.ts';
import type { Timetable } from '../platform/operator/timetable.ts';
import { reservationPath } from '../reservation/mails/reservation-address.ts';
import { readReservations } from '../reservation/store/reservation-store.ts';
import { otherTrainsOf } from '../reservation/timetable/leaving.ts';
import { findTicket } from '../ticket/record/ticket-store.ts';
import { pushKind, tagOf, type About, type PushPayload } from './push-job.ts';
import { changeText, departureText, passageText, receivedText, type PushText } from './push-texts.ts';
import { reservedRide, type ReservedRide } from './reserved-ride.ts';
import { findRecipient } from './notification-store.ts';

const HOUR_MS = 3_600_000;
/** Within so long before departure, messages are sent in quiet hours too. */
const SOON_MS = 3 * HOUR_MS;
/** How long a push service keeps a message at least and at most for a phone that is off, in seconds. */
const TTL = { min: 60, max: 24 * 3600 } as const;
/** Messages that are not about a train may wait so long for the phone, in seconds. */
const USUAL_TTL = 3600;

export interface PushJobDeps {
  readonly db: Db;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly keys: { readonly mac: (text: string) => string };
  readonly pushKeys: PushKeys;
  readonly timetable: Timetable;
  readonly settings: PushSettings;
  readonly sender: PushSender;
}

/** A message as it is now. */
interface Message extends PushText {
  /** The address in the app that it opens. */
  readonly path: string;
  /** When the train leaves, epoch milliseconds; null for what is not about a train. */
  readonly leavesAt: number | null;
}

/** Whether the news is still true. What is not is replaced by other news, or not worth a message. */
function stillTrue(about: About & { readonly topic: 'change' }, { state }: ReservedRide): boolean {
  switch (about.news) {
    case 'cancelled':
      return !state.runs;
    case 'seatGone':
      return state.runs && state.seatsGone.length > 0;
    case 'late':
      return state.runs && (state.minutesLate ?? 0) > 1;
    case 'onTime':
      return state.runs && (state.minutesLate ?? 0) <= 1;
    case 'platform':
      return state.runs && state.platform !== null;
    case 'restored':
    case 'retimed':
      return state.runs;
  }
}

/** Returns which trains can be taken instead of a reservation's; undefined for a reservation that is gone. `now` in epoch milliseconds. */
async function othersOf(
  db: Db,
  operator: OperatorData,
  { reservationId }: { readonly reservationId: string },
  now: number,
) {
  const [reservation] = await readReservations(db, [reservationId]);
  return reservation && otherTrainsOf(operator, reservation, now);
}

/** Makes the message for a phone; undefined if there is nothing to say any more. `now` in epoch milliseconds. */
async function messageOf(
  { db, timetable }: PushJobDeps,
  about: About,
  phone: PhoneRow,
  { language, now }: { readonly language: Language; readonly now: number },
): Promise<Message | undefined> {
  const { operator } = timetable.current;
  if (about.topic === 'passage')
    return { ...passageText(operator, about, language), path: '/', leavesAt: null };
  if (about.topic === 'received') {
    const ticket = await findTicket(db, phone.account_id, about.ticketId);
    const path = `/packages/ticket/detail?ticketId=${about.ticketId}`;
    return ticket && { ...receivedText(operator, ticket.product_id, language), path, leavesAt: null };
  }
  const row = await findRecipient(db, about.reservationId, phone.subscription_id);
  const ride = row && reservedRide(operator, row, now);
  if (!row || !ride) return undefined;
  if (about.topic === 'change' ? !stillTrue(about, ride) : !ride.state.runs) return undefined;
  const text =
    about.topic === 'change'
      ? changeText(operator, row, ride, {
          news: about.news,
          language,
          others: about.news === 'cancelled' ? await othersOf(db, operator, about, now) : undefined,
        })
      : departureText(operator, row, ride, language);
  return { ...text, path: reservationPath(about.reservationId), leavesAt: ride.leavesAt };
}

/** Returns the subscription's phone and message; undefined if nothing is to be sent to it. */
async function pushOf(deps: PushJobDeps, { about }: PushPayload, phone: PhoneRow): Promise<Push | undefined> {
  const { clock, keys, pushKeys } = deps;
  const now = clock();
  const opened = openPhone(keys, phone.subscription_id, phone.sealed);
  if (!opened || phone.key_id !== pushKeys.current.keyId || !phone.topics.includes(about.topic))
    return undefined;
  const message = await messageOf(deps, about, phone, { language: chooseLanguage([phone.language]), now });
  if (!message) return undefined;
  const { leavesAt, ...shown } = message;
  const isSoon = leavesAt !== null && leavesAt - now <= SOON_MS;
  const { quiet_from: from, quiet_to: to } = phone;
  if (from !== null && to !== null && !isSoon && isQuiet({ from, to }, now)) return undefined;
  const untilGone = leavesAt === null ? USUAL_TTL : Math.ceil((leavesAt - now) / 1000);
  const tag = tagOf(about);
  return {
    phone: opened,
    message: JSON.stringify({ ...shown, tag, at: now }),
    ttlSeconds: Math.min(TTL.max, Math.max(TTL.min, untilGone)),
    topic: tag,
    urgency: isSoon ? 'high' : 'normal',
  };
}

/** Returns what a push service's answer means for the message. The reason names nobody. */
function outcomeOf(status: number, retryAfterMs: number | undefined): Outcome {
  const reason = `answered ${status}`;
  if (status >= 200 && status < 300) return { end: 'done' };
  // The limit of one phone, or of this server: each message waits as long as its answer says.
  if (status === 429) return { end: 'deferred', reason, waitMs: retryAfterMs };
  if (status >= 500) return { end: 'outage', reason, waitMs: retryAfterMs };
  return { end: 'refused', reason };
}

async function sendTo(deps: PushJobDeps, payload: PushPayload): Promise<Outcome> {
  const { db, sender } = deps;
  const phone = await findSubscription(db, payload.subscriptionId);
  const push = phone && (await pushOf(deps, payload, phone));
  if (!push) return { end: 'done' };
  try {
    const { status, retryAfterMs } = await sender.send(push);
    if (status !== 404 && status !== 410) return outcomeOf(status, retryAfterMs);
    // The phone is gone, or its owner has withdrawn the permission.
    await dropSubscription(db, payload.subscriptionId);
    return { end: 'done' };
  } catch (error) {
    const outcome = outcomeOfError(error);
    if (!outcome) throw error;
    return outcome;
  }
}

/** Returns what an error of the network means for the message; undefined for a fault of this server's. */
function outcomeOfError(error: unknown): Outcome | undefined {
  if (error instanceof BlockedAddressError) return { end: 'refused', reason: 'address not allowed' };
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || name === 'AbortError') return { end: 'outage', reason: 'failed timeout' };
  // Errors of Node's own checks are no outage.
  const isNetwork = code !== undefined && !code.startsWith('ERR_INVALID') && !code.startsWith('ERR_CRYPTO');
  return isNetwork ? { end: 'outage', reason: `failed ${code}` } : undefined;
}

/** Returns what sends the jobs of each push service. */
export const pushJobs = (deps: PushJobDeps): JobHandler[] =>
  pushServices(deps.settings).map((service) => ({
    kind: pushKind(service),
    atOnce: PUSH_CONNECTIONS,
    // Only pushJob makes jobs of these kinds.
    run: ({ payload }) => sendTo(deps, payload as PushPayload),
    // A service has no other request than a message: the next one shows whether it works again.
    probe: async () => ({ end: 'done' }),
    // It says only what the message is about, and managers may send it again.
    remains: (payload) => payload,
    forgetsExpired: true,
  }));
