// A board on a screen whose time, network and server are the test's.
import { vi } from 'vitest';
import {
  SERVER_CLOCK_HEADER,
  type Board,
  type BoardStation,
  type BoardTrain,
} from '@kippu/contract/board/departure-board';
import { showBoard } from '../src/board-screen.ts';

const MINUTE = 60_000;
const in3 = (name: string) => ({ ja: `${name}駅`, en: name, ko: `${name}역`, 'zh-CN': name, 'zh-TW': name });

/** A train of the board. */
export const trainAt = (departAt: number, no: string, more: Partial<BoardTrain> = {}): BoardTrain => ({
  key: `t${no} 0`,
  departAt,
  name: 'route r',
  no,
  to: 'station b',
  platform: '3',
  ...more,
});

export const boardWith = (trains: readonly BoardTrain[], more: Partial<Board> = {}): Board => ({
  station: { stationId: 'a', code: 'A-01', name: in3('Alpha') },
  names: { 'route r': { ja: 'はるか', en: 'Haruka' }, 'station b': in3('Beta') },
  trains,
  alerts: [],
  ...more,
});

export class TestBoard {
  /** What the server answers; 'lost': it is not reached. */
  answer: Board | 'lost' | 'unknown' | 'portal';
  /** The page that the server has now, and files that do not answer. */
  page = pageOf('index-1.js');
  lostFiles = false;
  stations: readonly BoardStation[] = [{ stationId: 'a', code: 'A-01', name: in3('Alpha') }];
  readonly asked: string[] = [];
  reloads = 0;
  stored = new Map<string, string>();
  /** How far the screen's own clock is off, in milliseconds. */
  wallOff = 0;
  #asleep = 0;
  #stop: (() => void) | undefined;

  /** Sets the time of the server, epoch milliseconds; the screen's clock is the same at first. */
  constructor(now: number, answer: TestBoard['answer']) {
    vi.useFakeTimers({ now });
    this.answer = answer;
  }

  readonly #serve = async (url: string): Promise<Response> => {
    this.asked.push(url);
    if (this.answer === 'lost') throw new TypeError('no network');
    if (url.endsWith('.js')) return new Response('', { status: this.lostFiles ? 404 : 200 });
    if (url === '/departures') return Response.json(this.stations);
    if (!url.startsWith('/departures/')) return new Response(this.page);
    if (this.answer === 'portal') return new Response('<p>Welcome to the hotel</p>');
    if (this.answer === 'unknown')
      return Response.json({ state: 'fail', code: 'REQ-0005', msg: '', data: null }, { status: 404 });
    return Response.json(this.answer, { headers: { [SERVER_CLOCK_HEADER]: String(Date.now()) } });
  };

  /** Starts the page, as after a restart of the screen. */
  async start({ station = 'a', languages = ['en'] }: { station?: string; languages?: string[] } = {}) {
    this.stop();
    document.body.innerHTML = '<div id="root"></div>';
    document.head.querySelectorAll('script[src]').forEach((each) => each.remove());
    const script = document.createElement('script');
    // Another type, so that nothing is loaded.
    script.type = 'text/plain';
    script.setAttribute('src', '/board/assets/index-1.js');
    document.head.append(script);
    this.page = pageOf('index-1.js');
    this.#stop = showBoard({
      root: document.getElementById('root') ?? document.body,
      station,
      languages: () => languages,
      reader: 'en',
      fadesAfterMs: 20 * MINUTE,
      device: { wall: () => Date.now() + this.wallOff, steady: () => performance.now() - this.#asleep },
      fetch: this.#serve,
      storage: {
        getItem: (key) => this.stored.get(key) ?? null,
        setItem: (key, value) => void this.stored.set(key, value),
      },
      random: () => 0,
      reload: () => (this.reloads += 1),
    });
    await this.pass(1);
  }

  /** Lets milliseconds pass. */
  async pass(milliseconds: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(milliseconds);
  }

  /** Lets milliseconds pass in which the device sleeps: nothing runs, and its steady clock stands still. */
  async sleep(milliseconds: number): Promise<void> {
    vi.setSystemTime(Date.now() + milliseconds);
    await this.pass(1_001);
  }

  get text(): string {
    return document.querySelector('main')?.textContent ?? '';
  }

  /** The trains shown, each as its text. */
  get rows(): string[] {
    return [...document.querySelectorAll('li.row')].map(({ textContent }) => textContent);
  }

  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }
}

/** A page as the server sends it. */
export function pageOf(file: string): string {
  const settings = document.getElementById('kippu-settings')?.textContent ?? '';
  return `<!doctype html><script type="application/json" id="kippu-settings">${settings}</script><script type="module" crossorigin src="/board/assets/${file}"></script>`;
}
