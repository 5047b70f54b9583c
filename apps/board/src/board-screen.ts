// A station's board on a screen: one timer asks, turns the languages and draws.
import { BOARDS_PATH, type BoardStation } from '@kippu/contract/board/departure-board';
import type { Language } from '@kippu/contract/languages';
import { BoardSource } from './board-source.ts';
import { viewOf } from './board-view.ts';
import { drawBoard, drawConnecting, drawStations } from './draw-board.ts';
import { NewVersion } from './new-version.ts';
import { ServerClock, type DeviceClocks } from './server-clock.ts';

const TICK_MS = 1_000;
/** How long each language is shown. */
const TURN_MS = 8_000;
const VERSION_EVERY_MS = 10 * 60_000;
const LIST_EVERY_MS = 15_000;
const LIST_WITHIN_MS = 10_000;

export interface ScreenDeps {
  readonly root: HTMLElement;
  /** Its id or printed code; '' for the list of all boards. */
  readonly station: string;
  /** The languages that take turns. */
  readonly languages: () => readonly Language[];
  /** The language of who reads the list of boards. */
  readonly reader: Language;
  readonly fadesAfterMs: number;
  readonly device: DeviceClocks;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly random: () => number;
  readonly reload: () => void;
}

class BoardScreen {
  readonly #deps: ScreenDeps;
  readonly #clock: ServerClock;
  readonly #source: BoardSource;
  readonly #version: NewVersion;
  readonly #startedAt: number;
  #stations: readonly BoardStation[] | undefined;
  #listAt = Number.NEGATIVE_INFINITY;
  #lookedAt: number;
  /** What is drawn, so that the page changes only when something does. */
  #drawn = '';

  constructor(deps: ScreenDeps) {
    this.#deps = deps;
    const { station, device, fetch, storage, random, reload } = deps;
    this.#clock = new ServerClock(device);
    this.#source = new BoardSource({
      station,
      clock: this.#clock,
      steady: device.steady,
      fetch,
      storage,
      random,
      onAnswer: (answer) => {
        if (answer !== 'failed') this.#lookForVersion();
        this.#draw();
      },
    });
    this.#version = new NewVersion({ page: document, address: location.href, fetch, reload });
    this.#startedAt = device.steady();
    this.#lookedAt = this.#startedAt;
  }

  readonly tick = (): void => {
    const isList = this.#deps.station === '' || this.#source.isUnknown;
    if (this.#deps.station !== '') this.#source.tick();
    if (isList && this.#stations === undefined) void this.#list();
    this.#draw();
  };

  /** The device woke, the page came in sight, or the network came back. */
  readonly hurry = (): void => {
    this.#source.hurry();
    this.tick();
  };

  #lookForVersion(): void {
    const now = this.#deps.device.steady();
    if (now - this.#lookedAt < VERSION_EVERY_MS) return;
    this.#lookedAt = now;
    void this.#version.look();
  }

  async #list(): Promise<void> {
    const now = this.#deps.device.steady();
    if (now - this.#listAt < LIST_EVERY_MS) return;
    this.#listAt = now;
    try {
      const answer = await this.#deps.fetch(BOARDS_PATH, { signal: AbortSignal.timeout(LIST_WITHIN_MS) });
      const stations: unknown = await answer.json();
      if (answer.ok && Array.isArray(stations)) this.#stations = stations as BoardStation[];
    } catch (error) {
      console.warn('no list of the boards yet', error);
    }
    this.#draw();
  }

  #draw(): void {
    const { root, languages, reader, device, station, fadesAfterMs } = this.#deps;
    const { known, isUnknown } = this.#source;
    if (station === '' || isUnknown) {
      if (!this.#stations) return this.#once(`connecting ${reader}`, () => drawConnecting(root, reader));
      const stations = this.#stations;
      return this.#once(`stations ${reader}`, () => drawStations(root, stations, reader, isUnknown));
    }
    const turning = languages();
    const turn = Math.floor((device.steady() - this.#startedAt) / TURN_MS);
    const language = turning[turn % turning.length] ?? reader;
    if (!known) return this.#once(`connecting ${language}`, () => drawConnecting(root, language));
    const view = viewOf(known, { now: this.#clock.now(), language, fadesAfterMs });
    // All languages show the same alert before the next one comes.
    const round = Math.floor(turn / turning.length);
    const shown = view.alerts.length > 1 ? round % view.alerts.length : 0;
    this.#once(JSON.stringify([language, view, shown]), () => drawBoard(root, view, language, round));
  }

  #once(what: string, draw: () => void): void {
    if (what === this.#drawn) return;
    this.#drawn = what;
    draw();
  }
}

/** Shows a board from now on. Returns a function that ends it. */
export function showBoard(deps: ScreenDeps): () => void {
  const screen = new BoardScreen(deps);
  const wake = () => {
    if (document.visibilityState !== 'hidden') screen.hurry();
  };
  screen.tick();
  const timer = setInterval(screen.tick, TICK_MS);
  document.addEventListener('visibilitychange', wake);
  addEventListener('online', wake);
  addEventListener('pageshow', wake);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', wake);
    removeEventListener('online', wake);
    removeEventListener('pageshow', wake);
  };
}
