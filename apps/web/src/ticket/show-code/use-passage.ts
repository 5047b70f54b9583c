// Shows gate passages on the phone, and news of its trains sooner: received as server-sent events, or polled where these do not work.
import { createParser, type EventSourceParser } from 'eventsource-parser';
import { useEffect, useState } from 'react';
import { PASSAGES_PATH, type PassageNews } from '@kippu/contract/passage-stream';
import { liveReservations } from '@kippu/contract/routes/traveller/seat';
import { ticketList, ticketLoad } from '@kippu/contract/routes/traveller/ticket';
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { send } from '../../app/call/api.ts';
import { refetch } from '../../app/query/queries.ts';
import { serverNow } from '../../app/clock/server-clock.ts';
import { getSession } from '../../app/session/session.ts';

const ASK_EVERY_MS = 5_000;
/** If the stream does not work, it is retried after this many polls. */
const ASKS_A_ROUND = 6;
/** Time limit for the server's first event. A buffering proxy never delivers it. */
const FIRST_WORD_MS = 5_000;
/** Twice the server's heartbeat interval. After this the stream counts as dead. */
const SILENCE_MS = 30_000;
/** An offline gate reports a passage hours later. A passage older than this is not shown as news. */
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

/** Returns the later passage between two versions of the ticket's times; null if there is none. */
export function passageBetween(before: Passages, after: Passages): PassageNews | null {
  const entered = after.stationFromDate !== before.stationFromDate && after.stationFromDate;
  const left = after.stationDepartDate !== before.stationDepartDate && after.stationDepartDate;
  if (left && !(entered && entered > left)) return { direction: 'out', at: left };
  return entered ? { direction: 'in', at: entered } : null;
}

/**
 * Returns a reader of the server-sent events of an open code screen (HTML standard, section 9.2).
 * @param onEvent called with the id of each event, and with the passage if the event reports one
 * @param onLive called when a train of the account runs differently
 */
export const passageReader = (
  onEvent: (id: string, news: PassageNews | null) => void,
  onLive: () => void = () => undefined,
): EventSourceParser =>
  createParser({
    onEvent: ({ id = '', event, data }) => {
      onEvent(id, event === 'passage' ? (JSON.parse(data) as PassageNews) : null);
      if (event === 'live') onLive();
    },
  });

class Listener {
  readonly #ticketId: string;
  readonly #signal: AbortSignal;
  readonly #onNews: (news: PassageNews) => void;
  #after = '';
  #known: Passages | null = null;

  constructor(ticketId: string, signal: AbortSignal, onNews: (news: PassageNews) => void) {
    this.#ticketId = ticketId;
    this.#signal = signal;
    this.#onNews = onNews;
  }

  /** Listens until the signal aborts, and polls while the stream does not work. */
  async run(): Promise<void> {
    while (!this.#signal.aborted) {
      if (await this.#listen()) continue;
      for (let asked = 0; asked < ASKS_A_ROUND && !this.#signal.aborted; asked += 1) {
        await this.#ask();
        await sleep(ASK_EVERY_MS, this.#signal);
      }
    }
  }

  /** Reads one stream to its end. Returns false if it did not work. */
  async #listen(): Promise<boolean> {
    const token = getSession()?.token;
    if (!token || !navigator.onLine) return false;
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), FIRST_WORD_MS);
    try {
      const response = await fetch(PASSAGES_PATH, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ ticketId: this.#ticketId, after: this.#after || undefined }),
        cache: 'no-store',
        signal: AbortSignal.any([this.#signal, silence.signal]),
      });
      if (!response.ok || !response.body) return false;
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      const events = passageReader(
        (id, news) => {
          this.#after = id;
          if (news) this.#onNews(news);
        },
        // Sooner than the screen asks by itself.
        () => void refetch(liveReservations),
      );
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return this.#after !== '';
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), SILENCE_MS);
        events.feed(value);
      }
    } catch {
      // No network or no events: polling continues meanwhile.
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
      if (news) this.#onNews(news);
    } catch {
      // No network, or the ticket is gone: the screen's own request reports it.
    }
  }
}

interface GatePassages {
  /** The last passage of each ticket received while the screen is open. */
  readonly last: ReadonlyMap<string, PassageNews>;
  /** The passage to show instead of the current ticket's code. */
  readonly shown: PassageNews | null;
  /** Call this when the traveller has seen it. */
  readonly hide: () => void;
}

/** Watches gate passages of the ticket on the screen, and remembers those of tickets shown before. */
export function useGatePassages(ticketId: string): GatePassages {
  const [last, setLast] = useState<ReadonlyMap<string, PassageNews>>(new Map());
  const [shown, setShown] = useState<{ readonly ticketId: string; readonly news: PassageNews } | null>(null);
  useEffect(() => {
    const closing = new AbortController();
    const onNews = (news: PassageNews) => {
      setLast((before) => new Map(before).set(ticketId, news));
      if (Math.abs(serverNow() - wallToEpoch(news.at)) < NEWS_MS) setShown({ ticketId, news });
      void refetch(ticketList, ticketLoad);
    };
    void new Listener(ticketId, closing.signal, onNews).run();
    return () => closing.abort();
  }, [ticketId]);
  return { last, shown: shown?.ticketId === ticketId ? shown.news : null, hide: () => setShown(null) };
}
