// Reads the live feeds again and again, in one process for all.
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { theRules } from '@kippu/domain/rules';
import { inTransaction, type Db } from '../../platform/db/database.ts';
import { decodeFeed, FeedFormatError, toMillis } from '../../platform/gtfs-realtime/codec.ts';
import type { FeedMessage } from '../../platform/gtfs-realtime/gtfs-realtime-pb.js';
import type { Timetable } from '../../platform/operator/timetable.ts';
import type { RealtimeSettings } from '../../platform/start/realtime-settings.ts';
import { endLease, takeLease, type FeedState } from './feed-store.ts';
import { fetchFeed, FetchFault, NOBODY_LISTENS, type Validators } from './fetch-feed.ts';
import type { ServiceAlert } from './read-alerts.ts';
import { headerFault, readRealtime, type FeedToRead, type RealtimeReading } from './read-realtime.ts';
import { saveReading } from './save-reading.ts';

/** How often a process tries to take the lease. */
const LOOK_EVERY_MS = 5_000;
/** A process that has not looked for so long has lost the lease. */
const LEASE_MS = 20_000;
/** The longest time from the request to the end of the answer. */
const FETCH_WITHIN_MS = 10_000;
const MINUTE_MS = 60_000;

export interface PollDeps {
  readonly db: Db;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly timetable: Pick<Timetable, 'current'>;
  /** With a wrong clock nothing is read. */
  readonly isPaused: () => boolean;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/** What this process has of a feed. */
interface KeptFeed {
  readonly number: number;
  readonly url: string;
  /** The newest message that could be used when it came. */
  message: FeedMessage | undefined;
  known: Validators | undefined;
  fetchedAt: number | undefined;
  /** Why the last try failed. */
  fault: string | undefined;
  /** The alerts as they are stored, in JSON. */
  alerts: string | undefined;
}

const NOTHING: RealtimeReading = { words: new Map(), alerts: new Map(), reports: new Map() };

export class FeedPoller {
  readonly #deps: PollDeps;
  readonly #settings: RealtimeSettings;
  readonly #holder = randomUUID();
  readonly #stopping = new AbortController();
  #feeds: KeptFeed[] = [];
  #isHolder = false;
  #readAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #reading: Promise<void> | undefined;
  /** The faults that were logged last, so that each is logged once. */
  #logged = '';

  constructor(deps: PollDeps, settings: RealtimeSettings) {
    this.#deps = deps;
    this.#settings = settings;
  }

  /** Takes or keeps the lease; with it, begins to read the feeds if it is time. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((err: unknown) => this.#deps.log.error({ event: 'server.failed', err }, 'live feeds not read'))
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  /** Resolves when the current reading is saved. */
  async idle(): Promise<void> {
    await this.#looking;
    await this.#reading;
  }

  /** Ends the current reading, and gives the lease to another process. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.idle();
    if (this.#isHolder) await inTransaction(this.#deps.db, (trx) => endLease(trx, this.#holder));
    this.#isHolder = false;
  }

  async #look(): Promise<void> {
    const { db, clock, isPaused } = this.#deps;
    if (this.#stopping.signal.aborted || isPaused()) return;
    const now = clock();
    const lease = { holder: this.#holder, now: new Date(now), until: new Date(now + LEASE_MS) };
    const hadLease = this.#isHolder;
    this.#isHolder = await inTransaction(db, (trx) => takeLease(trx, lease));
    if (!this.#isHolder || this.#reading) return;
    // Another process has read newer ones meanwhile.
    if (!hadLease) this.#forget();
    if (now - this.#readAt < this.#settings.everyMs) return;
    this.#readAt = now;
    this.#reading = this.#read()
      .catch((err: unknown) => this.#deps.log.error({ event: 'server.failed', err }, 'live feeds not saved'))
      .finally(() => {
        this.#reading = undefined;
      });
  }

  #forget(): void {
    this.#feeds = this.#settings.urls.map((url, at) => ({
      number: at + 1,
      url,
      message: undefined,
      known: undefined,
      fetchedAt: undefined,
      fault: undefined,
      alerts: undefined,
    }));
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  async #read(): Promise<void> {
    const { db, clock, timetable, log } = this.#deps;
    const fadesAfterMs = theRules().liveFadesMinutes * MINUTE_MS;
    const feeds = this.#feeds;
    await Promise.all(feeds.map((feed) => this.#fetch(feed, fadesAfterMs)));
    if (this.#stopping.signal.aborted) return;
    if (this.#settings.mayBeAbsent && feeds.every(({ fault }) => fault === NOBODY_LISTENS)) {
      this.#forget();
      return;
    }
    const now = clock();
    const { operator } = timetable.current;
    const usable = feeds.flatMap(({ number, message }): FeedToRead[] =>
      message && !headerFault(message, now, fadesAfterMs) ? [{ number, message }] : [],
    );
    let reading = NOTHING;
    try {
      reading = readRealtime(usable, operator, now, fadesAfterMs);
    } catch (err) {
      log.error({ event: 'server.failed', err }, 'live feeds not understood');
      for (const { number } of usable) {
        const feed = feeds[number - 1];
        if (feed) feed.fault = readerFault(err);
      }
    }
    const changed = new Map<number, readonly ServiceAlert[]>();
    for (const feed of feeds) {
      const alerts = reading.alerts.get(feed.number);
      const text = alerts && JSON.stringify(alerts);
      if (alerts && text !== feed.alerts) changed.set(feed.number, alerts);
    }
    const states = feeds.map((feed) => stateOf(feed, reading, now, fadesAfterMs));
    const saved = await saveReading(db, {
      holder: this.#holder,
      reading,
      feeds: states,
      alerts: changed,
      operator,
      now,
      fadesAfterMs,
    });
    if (!saved) return;
    for (const feed of feeds)
      if (changed.has(feed.number)) feed.alerts = JSON.stringify(changed.get(feed.number));
    this.#report(states, saved.held);
  }

  /** Logs faults, and cancellations that wait, when they change. */
  #report(states: readonly Omit<FeedState, 'held'>[], held: number): void {
    const faults = states.flatMap(({ number, fault }) => (fault === null ? [] : [{ number, fault }]));
    const text = JSON.stringify([faults, held]);
    if (text === this.#logged) return;
    this.#logged = text;
    if (faults.length > 0) this.#deps.log.warn({ event: 'feed.faulty', faults }, 'live feeds have faults');
    if (held > 0)
      this.#deps.log.warn({ event: 'feed.held', trains: held }, 'cancellations wait for the desk');
    if (faults.length === 0 && held === 0) this.#deps.log.info({ event: 'feed.read' }, 'live feeds are read');
  }

  async #fetch(feed: KeptFeed, fadesAfterMs: number): Promise<void> {
    const { clock } = this.#deps;
    const signal = AbortSignal.any([AbortSignal.timeout(FETCH_WITHIN_MS), this.#stopping.signal]);
    try {
      const { url, known } = feed;
      const { headers } = this.#settings;
      const { bytes, etag, lastModified } = await fetchFeed({ url, headers, known, signal });
      feed.fetchedAt = clock();
      feed.fault = undefined;
      if (!bytes) return;
      const message = decodeFeed(bytes);
      feed.fault = headerFault(message, clock(), fadesAfterMs) ?? wentBack(message, feed.message);
      if (feed.fault !== undefined) return;
      feed.message = message;
      feed.known = { etag, lastModified };
    } catch (error) {
      feed.fetchedAt = clock();
      if (error instanceof FetchFault) feed.fault = error.message;
      else if (error instanceof FeedFormatError) feed.fault = `no feed: ${error.message}`;
      else {
        feed.fault = readerFault(error);
        this.#deps.log.error({ event: 'server.failed', err: error }, 'live feed not understood');
      }
    }
  }
}

/** Describes a fault of this program. The process goes on: the next reading may be understood. */
const readerFault = (error: unknown) => `reader: ${error instanceof Error ? error.message : 'failed'}`;

/** A server behind others may send an older message than another one before. */
const wentBack = ({ header }: FeedMessage, kept: FeedMessage | undefined): string | undefined =>
  (toMillis(header?.timestamp) ?? 0) < (toMillis(kept?.header?.timestamp) ?? 0) ? 'wentBack' : undefined;

function stateOf(
  { number, message, known, fetchedAt, fault }: KeptFeed,
  { reports }: RealtimeReading,
  now: number,
  fadesAfterMs: number,
): Omit<FeedState, 'held'> {
  const saidAt = toMillis(message?.header?.timestamp);
  const problem = fault ?? (message && headerFault(message, now, fadesAfterMs)) ?? null;
  return {
    number,
    etag: known?.etag ?? null,
    last_modified: known?.lastModified ?? null,
    fetched_at: fetchedAt === undefined ? null : new Date(fetchedAt),
    good_at: problem === null ? new Date(now) : null,
    feed_at: saidAt === undefined ? null : new Date(saidAt),
    fault: problem,
    counts: reports.get(number)?.counts() ?? null,
  };
}

/** Reads the feeds from now on. Without settings, does nothing. Returns a function that stops it and waits for the current reading. */
export function pollFeeds(deps: PollDeps, settings: RealtimeSettings | undefined): () => Promise<void> {
  if (!settings) return async () => undefined;
  const poller = new FeedPoller(deps, settings);
  void poller.look();
  const timer = setInterval(() => void poller.look(), LOOK_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await poller
      .stop()
      .catch((err: unknown) => deps.log.error({ err }, 'the lease of the live feeds was not given back'));
  };
}
