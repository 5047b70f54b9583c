// Delivers partners' events to their endpoints: at least once, those of one ticket in their order. Several processes share the endpoints.
import { randomUUID } from 'node:crypto';
import { inTransaction, type Db } from '../../platform/db/database.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { retryAfter } from '../../platform/jobs/retry-times.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { eventBody } from '../events/event-body.ts';
import type { EventPlace } from '../events/event-store.ts';
import * as store from './delivery-store.ts';
import { disabledMail } from './disabled-mail.ts';
import { updateEndpoint } from './endpoint-store.ts';
import { sendWebhook, type SendDeps, type Sent } from './send-webhook.ts';

const DAY_MS = 86_400_000;
/** For how long an event, or the endpoint as a whole, may fail before the endpoint is disabled. */
const GIVE_UP_DAYS = 3;
/** How long a process serves an endpoint at once, and when it begins no further try: a try ends before the lease does. */
const LEASE_MS = 60_000;
const SERVED_MS = 30_000;
/** The endpoints that a process serves at once, and how many of them may be ones whose last try failed: dead ones leave room to others. */
const ENDPOINTS_AT_ONCE = 16;
const FAILING_AT_ONCE = 8;
/** The events of one endpoint that are under way at once. */
const EVENTS_AT_ONCE = 4;
/** A receiver may ask for a long wait, but not for ever. */
const MAX_WAIT_MS = 60 * 60_000;

/** What counts deliveries. */
export interface DeliveryMetrics {
  readonly delivered: (result: Sent['end']) => void;
}

export interface DeliverDeps extends SendDeps {
  readonly db: Db;
  readonly queue: Pick<JobQueue, 'add' | 'wake'>;
  readonly metrics?: DeliveryMetrics | undefined;
  /** Gets endpoints that were disabled, by id. */
  readonly report: (disabled: { readonly endpointId: string; readonly reason: string }) => void;
  /** Gets errors of the database, and faults of this server's. */
  readonly failed: (error: unknown) => void;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/** The id of an event's message: the same each time that it is sent. */
const messageIdOf = ({ era, eventId }: Pick<EventPlace, 'era' | 'eventId'>): string =>
  `evt_${era}_${eventId}`;

/** Reads an id of `messageIdOf`; undefined for another text. */
export function placeOfMessage(id: string): Pick<EventPlace, 'era' | 'eventId'> | undefined {
  const [, era, eventId] = /^evt_(\d{1,9})_(\d{1,18})$/.exec(id) ?? [];
  return era === undefined || eventId === undefined ? undefined : { era: Number(era), eventId };
}

export class WebhookDeliverer {
  readonly #deps: DeliverDeps;
  readonly #random: () => number;
  readonly #lease = randomUUID();
  readonly #serving = new Set<Promise<void>>();
  #stopped = false;

  constructor(deps: DeliverDeps) {
    this.#deps = deps;
    this.#random = deps.random ?? Math.random;
  }

  /** Begins to serve the endpoints that have something to deliver and that no other process serves. Returns how many. */
  async look(): Promise<number> {
    const limit = ENDPOINTS_AT_ONCE - this.#serving.size;
    if (this.#stopped || limit <= 0) return 0;
    const now = this.#deps.clock();
    const endpoints = await inTransaction(this.#deps.db, (trx) =>
      store.leaseEndpoints(trx, {
        lease: this.#lease,
        now: new Date(now),
        until: new Date(now + LEASE_MS),
        limit,
        failingLimit: FAILING_AT_ONCE,
      }),
    );
    const begun = performance.now();
    for (const endpoint of endpoints) {
      const mayGoOn = () => performance.now() - begun < SERVED_MS && !this.#stopped;
      const serving = this.#serve(endpoint, mayGoOn)
        .catch(this.#deps.failed)
        .finally(() => this.#serving.delete(serving));
      this.#serving.add(serving);
    }
    return endpoints.length;
  }

  /** Serves until nothing is due (tests). */
  async drain(): Promise<void> {
    while ((await this.look()) > 0 || this.#serving.size > 0) await this.idle();
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await Promise.all(this.#serving);
  }

  /** Begins no further try, and waits for those under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.idle();
  }

  async #serve(endpoint: store.LeasedEndpoint, mayGoOn: () => boolean): Promise<void> {
    const { db, clock } = this.#deps;
    const id = endpoint.endpoint_id;
    try {
      let isProbe = endpoint.failures >= store.PROBED_AFTER;
      while (mayGoOn()) {
        const hasMore = await store.takeNews(db, endpoint, new Date(clock()));
        const due = await store.listDue(db, id, new Date(clock()), isProbe ? 1 : 100);
        if (due.length === 0 && !hasMore) return;
        if (!(await this.#tryAll(endpoint, due, mayGoOn))) return;
        isProbe = false;
      }
    } finally {
      await store.releaseEndpoint(db, id, this.#lease);
    }
  }

  /** Tries events of several tickets side by side. Returns false where the endpoint as a whole must wait, or is disabled. */
  async #tryAll(
    endpoint: store.LeasedEndpoint,
    due: readonly store.Waiting[],
    mayGoOn: () => boolean,
  ): Promise<boolean> {
    const left = [...due];
    let works = true;
    const lane = async () => {
      for (let next = left.shift(); next && works && mayGoOn(); next = left.shift())
        if (!(await this.#try(endpoint, next))) works = false;
    };
    const lanes = Array.from({ length: EVENTS_AT_ONCE }, lane);
    for (const ended of await Promise.allSettled(lanes)) if (ended.status === 'rejected') throw ended.reason;
    return works;
  }

  /** Sends one event and stores how that ended. Returns false where the endpoint must not be tried now. */
  async #try(endpoint: store.LeasedEndpoint, event: store.Waiting): Promise<boolean> {
    const { db, clock, metrics } = this.#deps;
    const message = { id: messageIdOf(event), body: JSON.stringify(eventBody(event)) };
    const sent = await sendWebhook(this.#deps, endpoint, message);
    metrics?.delivered(sent.end);
    if (sent.end !== 'accepted') return this.#failed(endpoint, event, sent);
    await store.recordAccepted(db, endpoint.endpoint_id, event, new Date(clock()));
    return true;
  }

  async #failed(
    { endpoint_id: id }: store.LeasedEndpoint,
    event: store.Waiting,
    sent: Exclude<Sent, { readonly end: 'accepted' }>,
  ): Promise<boolean> {
    const { db, clock, queue, report } = this.#deps;
    const now = new Date(clock());
    const { reason } = sent;
    const asked = sent.end === 'failed' && sent.waitMs !== undefined ? Math.min(MAX_WAIT_MS, sent.waitMs) : 0;
    const after = (failures: number) =>
      new Date(now.getTime() + Math.max(asked, retryAfter(failures, this.#random())));
    const { works, isDisabled } = await inTransaction(db, async (trx) => {
      const failure = { reason, now, eventAt: after, endpointAt: after };
      const failed = await store.recordFailed(trx, id, event, failure);
      if (!failed) return { works: false, isDisabled: false };
      const isOver = now.getTime() - failed.triedSince.getTime() >= GIVE_UP_DAYS * DAY_MS;
      if (sent.end !== 'gone' && !isOver)
        return { works: failed.endpoint.failures < store.PROBED_AFTER, isDisabled: false };
      await updateEndpoint(trx, id, { state: 'disabled', disabled_at: now });
      const partner = await trx
        .selectFrom('partner')
        .select('contact')
        .where('partner_id', '=', failed.endpoint.partner_id)
        .executeTakeFirst();
      // The partner that was made of the former key has no contact until somebody writes it.
      if (partner?.contact) {
        const isGone = sent.end === 'gone';
        const about = { url: failed.endpoint.url, reason, days: String(GIVE_UP_DAYS), isGone };
        await queueMail(trx, queue, disabledMail(partner.contact, about), { accountId: null }, now.getTime());
      }
      return { works: false, isDisabled: true };
    });
    if (isDisabled) {
      queue.wake();
      report({ endpointId: id, reason });
    }
    return works;
  }
}
