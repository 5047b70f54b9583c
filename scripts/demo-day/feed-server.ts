// Gives out a played day as a live feed, over HTTP on this machine.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Day } from './day.ts';
import { messageOf } from './feed-message.ts';

interface Played {
  readonly day: Day;
  readonly agencyId: string;
  /** The server's time, epoch milliseconds. */
  readonly clock: () => number;
  /** 0 for a free one. */
  readonly port: number;
}

export interface DayFeed {
  readonly url: string;
  /** Resolves when the feed is next read in whole. */
  readonly nextRead: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the feed.
 * @throws Error if the port is taken
 */
export async function openDayFeed({ day, agencyId, clock, port }: Played): Promise<DayFeed> {
  let last: Uint8Array | undefined;
  let readers: (() => void)[] = [];
  const message = (): Uint8Array | undefined => {
    const state = day.state();
    const bytes =
      state.feed === 'stuck' && last ? last : messageOf(state, { agencyId, trains: day.trains }, clock());
    last = bytes;
    if (state.feed === 'silent') return undefined;
    return state.feed === 'broken' ? bytes.subarray(0, bytes.length / 2) : bytes;
  };
  const server = createServer((request, response) => {
    const bytes = message();
    if (!bytes) return void request.socket.destroy();
    response.writeHead(200, { 'Content-Type': 'application/x-protobuf', 'Cache-Control': 'no-cache' });
    response.end(bytes, () => {
      for (const resolve of readers) resolve();
      readers = [];
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the feed has no port');
  return {
    url: `http://127.0.0.1:${address.port}/gtfs-rt`,
    nextRead: () =>
      new Promise((resolve) => {
        readers.push(resolve);
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
