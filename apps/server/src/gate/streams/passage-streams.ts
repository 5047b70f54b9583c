// The open code screens of this process. One query a second serves them all, so a phone is notified whichever process
// recorded the passage; one more for each change of live trains.
import type { PassageNews } from '@kippu/contract/passage-stream';
import { wireTime } from '../../platform/wire/wire-time.ts';

const POLL_EVERY_MS = 1_000;
/** Proxies close connections that are silent for longer. A phone that receives nothing for twice as long reconnects. */
const HEARTBEAT_EVERY_MS = 15_000;
/** A stream ends after this time and is opened again, so it cannot outlive its session by more. */
const LIFE_MS = 5 * 60_000;
/** Enough for several tabs and a reconnecting phone. The newest are kept. */
const MAX_OF_ACCOUNT = 3;

/** What a stream waits for: passages of the account's ticket after an event. */
export interface Watch {
  readonly accountId: string;
  /** The stream ends with its session. */
  readonly sessionId: string;
  readonly ticketId: string;
  /** The id of the last event sent; bigint, as a string. */
  after: string;
}

export interface Passed {
  readonly event_id: string;
  readonly account_id: string;
  readonly ticket_id: string;
  readonly code: number;
  readonly at: Date;
}

/** Where the text is written; `end` closes it. */
interface Sink {
  readonly write: (text: string) => void;
  readonly end: () => void;
}

interface Open extends Watch {
  readonly sink: Sink;
  readonly openedAt: number;
  heartbeatAt: number;
}

interface StreamPorts {
  /** How many streams this process keeps open at once. */
  readonly maxOpen: number;
  /** Returns milliseconds of a monotonic clock. */
  readonly monotonicNow: () => number;
  /** Resolves after so many milliseconds. It does not keep the process running. */
  readonly pause: (ms: number) => Promise<void>;
  /** Lists new passages of all watched tickets, the oldest first. */
  readonly listPassed: (watched: readonly Watch[]) => Promise<readonly Passed[]>;
  /** Returns the number of the last change of a live train that this process serves. */
  readonly liveVersion: () => number;
  /** Of the accounts, lists those with a reservation on a train that changed after `version`. */
  readonly listTouched: (accountIds: readonly string[], version: number) => Promise<readonly string[]>;
  /** Returns the sessions that are still valid: not ended by logout, another sign-in, suspension, deletion or expiry. */
  readonly listLive: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly report: (error: unknown) => void;
}

const frame = (event: string, id: string, data: object) =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

export class PassageStreams {
  readonly #ports: StreamPorts;
  readonly #open = new Set<Open>();
  #polling = false;
  /** The last change of a live train that the streams were notified of. */
  #liveVersion = 0;

  constructor(ports: StreamPorts) {
    this.#ports = ports;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Opens a stream; false when this process has its maximum. The returned function removes it. */
  add(watch: Watch, sink: Sink): (() => void) | false {
    const own = [...this.#open].filter((each) => each.accountId === watch.accountId);
    for (const old of own.slice(0, Math.max(0, own.length + 1 - MAX_OF_ACCOUNT))) this.#end(old);
    if (this.#open.size >= this.#ports.maxOpen) return false;
    const now = this.#ports.monotonicNow();
    const open = { ...watch, sink, openedAt: now, heartbeatAt: now };
    this.#open.add(open);
    sink.write(frame('ready', watch.after, {}));
    if (!this.#polling) {
      this.#liveVersion = this.#ports.liveVersion();
      void this.#poll();
    }
    return () => this.#open.delete(open);
  }

  /** Ends all streams when the process stops. */
  endAll(): void {
    for (const open of this.#open) this.#end(open);
  }

  #end(open: Open): void {
    this.#open.delete(open);
    open.sink.end();
  }

  /** Runs as long as a stream is open. */
  async #poll(): Promise<void> {
    this.#polling = true;
    while (this.#open.size > 0) {
      try {
        await this.#endWithSessions();
        await this.#notify();
        await this.#notifyOfTrains();
      } catch (error) {
        // The database is unavailable. The phones stay connected, and the next query may succeed.
        this.#ports.report(error);
      }
      this.#sendHeartbeats();
      await this.#ports.pause(POLL_EVERY_MS);
    }
    this.#polling = false;
  }

  /** Ends the streams of ended sessions. The phone gets the reason when it opens a new one. */
  async #endWithSessions(): Promise<void> {
    const watched = [...this.#open];
    const live = await this.#ports.listLive([...new Set(watched.map(({ sessionId }) => sessionId))]);
    for (const open of watched) if (!live.has(open.sessionId)) this.#end(open);
  }

  async #notify(): Promise<void> {
    for (const { event_id, account_id, ticket_id, code, at } of await this.#ports.listPassed([
      ...this.#open,
    ])) {
      const news: PassageNews = { direction: code === 31 ? 'in' : 'out', at: wireTime(at) };
      for (const open of this.#open) {
        if (open.ticketId !== ticket_id || open.accountId !== account_id) continue;
        if (BigInt(event_id) <= BigInt(open.after)) continue;
        open.after = event_id;
        open.sink.write(frame('passage', event_id, news));
      }
    }
  }

  /** Lets the phones of accounts whose trains changed read their reservations again. */
  async #notifyOfTrains(): Promise<void> {
    const version = this.#ports.liveVersion();
    if (version <= this.#liveVersion) return;
    const accountIds = [...new Set([...this.#open].map(({ accountId }) => accountId))];
    const touched = new Set(await this.#ports.listTouched(accountIds, this.#liveVersion));
    this.#liveVersion = version;
    for (const open of this.#open)
      if (touched.has(open.accountId)) open.sink.write(frame('live', open.after, {}));
  }

  #sendHeartbeats(): void {
    const now = this.#ports.monotonicNow();
    for (const open of this.#open) {
      if (now - open.openedAt >= LIFE_MS) this.#end(open);
      else if (now - open.heartbeatAt >= HEARTBEAT_EVERY_MS) {
        open.heartbeatAt = now;
        open.sink.write(': beat\n\n');
      }
    }
  }
}
