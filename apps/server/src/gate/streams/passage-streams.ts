// The open code screens of this process, and one look into the database a second for all of them: whichever process took
// the gate's event, the phone hears of it.
import { setTimeout as wait } from 'node:timers/promises';
import type { PassageNews } from '@kippu/contract/gate';
import { wireTime } from '../http/wire-time.ts';

const LOOK_EVERY_MS = 1_000;
/** Proxies drop what is silent for longer, and a phone that hears nothing for twice as long opens a new one. */
const BEAT_EVERY_MS = 15_000;
/** A stream is opened anew after this, so that it never outlives its session by more. */
const LIFE_MS = 5 * 60_000;
/** Tabs and a reconnecting phone; the newest are kept. */
const MOST_OF_ACCOUNT = 3;
const MOST_OF_PROCESS = 5_000;

/** What a stream waits for: passages of the account's ticket after an event. */
export interface Watch {
  readonly accountId: string;
  readonly ticketId: string;
  /** The last event it knows; a bigint as text. */
  after: string;
}

export interface Passed {
  readonly event_id: string;
  readonly account_id: string;
  readonly ticket_id: string;
  readonly code: number;
  readonly at: Date;
}

/** Where the text goes; `end` closes it. */
interface Sink {
  readonly write: (text: string) => void;
  readonly end: () => void;
}

interface Open extends Watch {
  readonly sink: Sink;
  readonly openedAt: number;
  beatAt: number;
}

interface StreamPorts {
  /** Milliseconds that never jump. */
  readonly steady: () => number;
  /** What has passed of all that is watched, the oldest first. */
  readonly look: (watched: readonly Watch[]) => Promise<readonly Passed[]>;
  readonly report: (error: unknown) => void;
}

const frame = (event: string, id: string, data: object) =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

export class PassageStreams {
  readonly #ports: StreamPorts;
  readonly #open = new Set<Open>();
  #looking = false;

  constructor(ports: StreamPorts) {
    this.#ports = ports;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Opens one; false when this process has as many as it can serve. The returned function forgets it. */
  add(watch: Watch, sink: Sink): (() => void) | false {
    const own = [...this.#open].filter((each) => each.accountId === watch.accountId);
    for (const old of own.slice(0, Math.max(0, own.length + 1 - MOST_OF_ACCOUNT))) this.#end(old);
    if (this.#open.size >= MOST_OF_PROCESS) return false;
    const now = this.#ports.steady();
    const open = { ...watch, sink, openedAt: now, beatAt: now };
    this.#open.add(open);
    sink.write(frame('ready', watch.after, {}));
    if (!this.#looking) void this.#keepLooking();
    return () => this.#open.delete(open);
  }

  /** Ends all of them, for a process that stops. */
  endAll(): void {
    for (const open of this.#open) this.#end(open);
  }

  #end(open: Open): void {
    this.#open.delete(open);
    open.sink.end();
  }

  async #keepLooking(): Promise<void> {
    this.#looking = true;
    while (this.#open.size > 0) {
      try {
        await this.#tell();
      } catch (error) {
        // The database is away; the phones stay connected and the next look may find it again.
        this.#ports.report(error);
      }
      this.#beat();
      await wait(LOOK_EVERY_MS, undefined, { ref: false });
    }
    this.#looking = false;
  }

  async #tell(): Promise<void> {
    for (const { event_id, account_id, ticket_id, code, at } of await this.#ports.look([...this.#open])) {
      const news: PassageNews = { direction: code === 31 ? 'in' : 'out', at: wireTime(at) };
      for (const open of this.#open) {
        if (open.ticketId !== ticket_id || open.accountId !== account_id) continue;
        if (BigInt(event_id) <= BigInt(open.after)) continue;
        open.after = event_id;
        open.sink.write(frame('passage', event_id, news));
      }
    }
  }

  #beat(): void {
    const now = this.#ports.steady();
    for (const open of this.#open) {
      if (now - open.openedAt >= LIFE_MS) this.#end(open);
      else if (now - open.beatAt >= BEAT_EVERY_MS) {
        open.beatAt = now;
        open.sink.write(': beat\n\n');
      }
    }
  }
}
