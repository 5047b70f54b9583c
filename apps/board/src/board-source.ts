// The newest board of a station that the page has: asked for again and again, and kept while the network is gone.
import { departuresPath, SERVER_CLOCK_HEADER, type Board } from '@kippu/contract/board/departure-board';
import type { ServerClock } from './server-clock.ts';

/** While all is well. */
const EVERY_MS = 15_000;
/** After the first failure; it doubles with each further one. */
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;
/** Retries of many screens differ by so large a share. */
const SPREAD = 0.3;
const WITHIN_MS = 10_000;
/** After a sleep the browser may never end a request. */
const LOST_MS = 30_000;
/** A later tick than this was held back: the device slept, or the page was in the background. */
const HELD_BACK_MS = 5_000;
/** The kept board is written no more often: flash memory wears out. */
const KEPT_EVERY_MS = 60_000;
/** Where the last board is kept, so that a screen that starts again without the server shows something at once. */
const KEPT_AS = 'kippu.board';

/** What a board is shown of. */
export interface KnownBoard {
  readonly board: Board;
  /** When the server last said that this is how it is, by its clock, epoch milliseconds. */
  readonly confirmedAt: number;
}

export type Answer = 'new' | 'same' | 'unknownStation' | 'failed';

export interface SourceDeps {
  readonly station: string;
  readonly clock: ServerClock;
  /** Milliseconds since some moment. */
  readonly steady: () => number;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Called when something may have to be drawn anew. */
  readonly onAnswer: (answer: Answer) => void;
}

const isBoard = (value: unknown): value is Board =>
  typeof value === 'object' &&
  value !== null &&
  'station' in value &&
  'names' in value &&
  'trains' in value &&
  Array.isArray(value.trains) &&
  'alerts' in value &&
  Array.isArray(value.alerts);

const isRefusal = (value: unknown, code: string): boolean =>
  typeof value === 'object' && value !== null && 'code' in value && value.code === code;

export class BoardSource {
  readonly #deps: SourceDeps;
  #text = '';
  #keptAt = Number.NEGATIVE_INFINITY;
  #known: KnownBoard | undefined;
  #isUnknown = false;
  #failures = 0;
  #nextAt = Number.NEGATIVE_INFINITY;
  #lastTick: number | undefined;
  /** The running request's number and start; answers of earlier ones are not used. */
  #request = 0;
  #askedAt: number | undefined;

  constructor(deps: SourceDeps) {
    this.#deps = deps;
    this.#known = this.#kept();
  }

  /** The newest board; undefined before the first. */
  get known(): KnownBoard | undefined {
    return this.#known;
  }

  /** Whether the server has no such station. */
  get isUnknown(): boolean {
    return this.#isUnknown;
  }

  /** Asks the server if it is time. Called each second. */
  tick(): void {
    const now = this.#deps.steady();
    const isHeldBack = this.#lastTick !== undefined && now - this.#lastTick > HELD_BACK_MS;
    this.#lastTick = now;
    if (this.#askedAt !== undefined && now - this.#askedAt > LOST_MS) this.#askedAt = undefined;
    if (this.#askedAt === undefined && (isHeldBack || now >= this.#nextAt)) void this.#ask(now);
  }

  /** Asks at the next tick: the device woke, or the network came back. */
  hurry(): void {
    this.#nextAt = Number.NEGATIVE_INFINITY;
  }

  async #ask(now: number): Promise<void> {
    this.#request += 1;
    const request = this.#request;
    this.#askedAt = now;
    const answer = await this.#read();
    if (request !== this.#request) return;
    this.#askedAt = undefined;
    this.#failures = answer === 'failed' ? this.#failures + 1 : 0;
    const wait =
      answer === 'unknownStation'
        ? LONGEST_RETRY_MS
        : answer === 'failed'
          ? Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(this.#failures - 1, 10))
          : EVERY_MS;
    this.#nextAt = this.#deps.steady() + wait * (1 + SPREAD * this.#deps.random());
    this.#deps.onAnswer(answer);
  }

  async #read(): Promise<Answer> {
    const { station, clock, fetch } = this.#deps;
    let response: Response;
    let text: string;
    try {
      response = await fetch(departuresPath(station), {
        cache: 'no-cache',
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(WITHIN_MS),
      });
      text = await response.text();
    } catch {
      // No network, or too slow: tried again later.
      return 'failed';
    }
    const said: unknown = parsed(text);
    if (response.status === 404 && isRefusal(said, 'REQ-0005')) {
      this.#isUnknown = true;
      return 'unknownStation';
    }
    const serverClock = Number(response.headers.get(SERVER_CLOCK_HEADER) ?? Number.NaN);
    // Another answer is not this server's, such as the page of a hotel's network.
    if (!response.ok || !isBoard(said) || !Number.isFinite(serverClock)) return 'failed';
    // A proxy between may have kept the answer for a while.
    clock.learn(serverClock + (Number(response.headers.get('age')) || 0) * 1000);
    const isNew = text !== this.#text || this.#isUnknown;
    this.#text = text;
    this.#isUnknown = false;
    this.#known = { board: isNew || !this.#known ? said : this.#known.board, confirmedAt: serverClock };
    if (serverClock - this.#keptAt >= KEPT_EVERY_MS) this.#keep(this.#known);
    return isNew ? 'new' : 'same';
  }

  #keep(known: KnownBoard): void {
    this.#keptAt = known.confirmedAt;
    try {
      this.#deps.storage.setItem(KEPT_AS, JSON.stringify({ asked: this.#deps.station, ...known }));
    } catch (error) {
      // Full or forbidden: only a restart without the server shows less.
      console.warn('the board is not kept', error);
    }
  }

  /** Returns the board that was kept before the page was loaded; undefined for none of this station. */
  #kept(): KnownBoard | undefined {
    const kept = parsed(this.#storedText());
    if (typeof kept !== 'object' || kept === null) return undefined;
    const { asked, board, confirmedAt } = kept as Record<string, unknown>;
    const fits = asked === this.#deps.station && isBoard(board) && typeof confirmedAt === 'number';
    return fits ? { board, confirmedAt } : undefined;
  }

  #storedText(): string {
    try {
      return this.#deps.storage.getItem(KEPT_AS) ?? '';
    } catch (error) {
      console.warn('the browser keeps nothing', error);
      return '';
    }
  }
}

/** Returns what a JSON text says; undefined where it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
