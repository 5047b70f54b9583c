// What the gate did, on the phone that showed the code: heard as server-sent events, or asked for where those do not come.
import { useEffect, useState } from 'react';
import { PASSAGES_PATH, type PassageNews } from '@kippu/contract/gate';
import { ticketList, ticketLoad, type Ticket } from '@kippu/contract/ticket';
import { wallToEpoch } from '@kippu/domain/service-day';
import { send } from '../app/api.ts';
import { refetch } from '../app/queries.ts';
import { serverNow } from '../app/server-clock.ts';
import { getSession } from '../app/session.ts';

const ASK_EVERY_MS = 5_000;
/** Where the stream does not work it is tried again after so many questions. */
const ASKS_A_ROUND = 6;
/** The server's first word; a proxy that holds back what it passes on never brings it. */
const FIRST_WORD_MS = 5_000;
/** Twice the server's beat: it is gone. */
const SILENCE_MS = 30_000;
/** A gate without a network tells of a passage hours later: that is no news on the screen. */
const NEWS_MS = 2 * 60_000;

type Passages = Pick<Ticket, 'stationFromDate' | 'stationDepartDate'>;

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });

/** Takes the ticket's times before and after; gives what passed between, the later of the two. */
export function passageBetween(before: Passages, after: Passages): PassageNews | null {
  const entered = after.stationFromDate !== before.stationFromDate && after.stationFromDate;
  const left = after.stationDepartDate !== before.stationDepartDate && after.stationDepartDate;
  if (left && !(entered && entered > left)) return { direction: 'out', at: left };
  return entered ? { direction: 'in', at: entered } : null;
}

/** Takes what has come of a stream; gives its whole events and what is left of the text. */
export function readEvents(text: string): {
  readonly events: readonly { readonly id: string; readonly name: string; readonly data: string }[];
  readonly rest: string;
} {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  const field = (block: string, name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? '';
  const events = blocks.map((block) => ({
    id: field(block, 'id'),
    name: field(block, 'event'),
    data: field(block, 'data'),
  }));
  return { events: events.filter(({ name }) => name !== ''), rest };
}

class Listener {
  readonly #ticketId: string;
  readonly #signal: AbortSignal;
  readonly #tell: (news: PassageNews) => void;
  #after = '';
  #known: Passages | null = null;

  constructor(ticketId: string, signal: AbortSignal, tell: (news: PassageNews) => void) {
    this.#ticketId = ticketId;
    this.#signal = signal;
    this.#tell = tell;
  }

  /** Until the signal: listens, and asks in between while listening does not work. */
  async run(): Promise<void> {
    while (!this.#signal.aborted) {
      if (await this.#listen()) continue;
      for (let asked = 0; asked < ASKS_A_ROUND && !this.#signal.aborted; asked += 1) {
        await this.#ask();
        await sleep(ASK_EVERY_MS, this.#signal);
      }
    }
  }

  /** Hears one stream to its end; false when it did not work. */
  async #listen(): Promise<boolean> {
    const token = getSession()?.token;
    if (!token || !navigator.onLine) return false;
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), FIRST_WORD_MS);
    try {
      const query = new URLSearchParams({
        ticketId: this.#ticketId,
        ...(this.#after && { after: this.#after }),
      });
      const response = await fetch(`${PASSAGES_PATH}?${query}`, {
        headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
        cache: 'no-store',
        signal: AbortSignal.any([this.#signal, silence.signal]),
      });
      if (!response.ok || !response.body) return false;
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return this.#after !== '';
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), SILENCE_MS);
        const { events, rest } = readEvents(text + value);
        text = rest;
        for (const { id, name, data } of events) {
          this.#after = id;
          if (name === 'passage') this.#tell(JSON.parse(data) as PassageNews);
        }
      }
    } catch {
      // No network, or silence: asking goes on meanwhile.
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  async #ask(): Promise<void> {
    try {
      const ticket = await send(ticketLoad, { query: { ticketId: this.#ticketId }, signal: this.#signal });
      const news = this.#known && passageBetween(this.#known, ticket);
      this.#known = ticket;
      if (news) this.#tell(news);
    } catch {
      // No network, or the ticket is gone: the screen's own reading says so.
    }
  }
}

interface GatePassages {
  /** The last passage of each ticket heard of while the screen is open. */
  readonly last: ReadonlyMap<string, PassageNews>;
  /** What to show in place of the present ticket's code. */
  readonly shown: PassageNews | null;
  /** The traveller has seen it. */
  readonly hide: () => void;
}

/** Hears what gates do with the ticket on the screen, and remembers what they did with those shown before. */
export function useGatePassages(ticketId: string): GatePassages {
  const [last, setLast] = useState<ReadonlyMap<string, PassageNews>>(new Map());
  const [shown, setShown] = useState<{ readonly ticketId: string; readonly news: PassageNews } | null>(null);
  useEffect(() => {
    const closing = new AbortController();
    const tell = (news: PassageNews) => {
      setLast((before) => new Map(before).set(ticketId, news));
      if (Math.abs(serverNow() - wallToEpoch(news.at)) < NEWS_MS) setShown({ ticketId, news });
      void refetch(ticketList, ticketLoad);
    };
    void new Listener(ticketId, closing.signal, tell).run();
    return () => closing.abort();
  }, [ticketId]);
  return { last, shown: shown?.ticketId === ticketId ? shown.news : null, hide: () => setShown(null) };
}
