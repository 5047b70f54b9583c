// A message to a phone in the queue. It says what it is about, and its text is made when it is sent, from how things are then.
import { createHash } from 'node:crypto';
import type { RideNews } from '@kippu/domain/live/ride-news';
import type { PushTopic } from '@kippu/contract/values';
import type { NewJob } from '../platform/jobs/job-queue.ts';
import { serviceOf } from '../platform/push/push-address.ts';
import type { PushSettings } from '../platform/start/push-settings.ts';

/** What a message is about. */
export type About =
  | { readonly topic: 'change'; readonly reservationId: string; readonly news: RideNews }
  | { readonly topic: 'departure'; readonly reservationId: string }
  | { readonly topic: 'received'; readonly ticketId: string }
  | {
      readonly topic: 'passage';
      /** The ticket that passed. */
      readonly ticketId: string;
      readonly stationId: string;
      readonly way: 'entered' | 'left';
      /** Epoch milliseconds. */
      readonly at: number;
    };

/** The payload of a job. */
export interface PushPayload {
  readonly subscriptionId: string;
  readonly about: About;
}

/** The kind of the jobs of a push service, one of `pushServices`. */
export const pushKind = (service: string): string => `push ${service}`;

/** Returns the push service of a kind of jobs; undefined for other jobs. */
export const serviceOfKind = (kind: string): string | undefined =>
  kind.startsWith(pushKind('')) ? kind.slice(pushKind('').length) : undefined;

/** What a newer message replaces: one about the same train or ticket. 24 characters of base64url that reveal nothing. */
export function tagOf(about: About): string {
  const subject = 'reservationId' in about ? about.reservationId : `${about.topic} ${about.ticketId}`;
  return createHash('sha256').update(subject).digest('base64url').slice(0, 24);
}

/** A phone that gets a message. */
export interface Receiver {
  readonly subscriptionId: string;
  readonly accountId: string;
  /** The host of its push service, with a port where it has one. */
  readonly host: string;
}

/**
 * Makes the job of a message. A newer one about the same replaces it while it waits.
 * @param expiresAt epoch milliseconds from which on it is useless
 * @returns undefined if the phone's push service may not be called any more
 */
export function pushJob(
  { subscriptionId, accountId, host }: Receiver,
  about: About,
  { expiresAt, settings }: { readonly expiresAt: number; readonly settings: PushSettings },
): NewJob | undefined {
  const service = serviceOf(`https://${host}/`, settings);
  if (service === undefined) return undefined;
  const payload: PushPayload = { subscriptionId, about };
  const key = `push:${subscriptionId}:${tagOf(about)}`;
  return {
    kind: pushKind(service),
    topic: about.topic satisfies PushTopic,
    payload,
    key,
    accountId,
    expiresAt,
  };
}
