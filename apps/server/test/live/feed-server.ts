// A server of live feeds on this machine, for tests.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export class FeedServer {
  readonly url: string;
  /** The requests so far. */
  readonly requests: IncomingMessage[] = [];
  /** Answers all requests. */
  answer: Answer = (_request, response) => response.writeHead(404).end();
  readonly #close: () => Promise<void>;

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url;
    this.#close = close;
  }

  static async open(): Promise<FeedServer> {
    const server = createServer((request, response) => {
      feeds.requests.push(request);
      feeds.answer(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const feeds = new FeedServer(`http://127.0.0.1:${port}/feed`, async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
    return feeds;
  }

  /** Answers with bytes, which keep their name until there are others. */
  serve(bytes: Uint8Array): void {
    const etag = `"${Buffer.from(bytes).toString('base64').slice(0, 40)}-${bytes.length}"`;
    this.answer = (request, response) => {
      if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
      else response.writeHead(200, { ETag: etag, 'Content-Encoding': 'gzip' }).end(gzipSync(bytes));
    };
  }

  close(): Promise<void> {
    return this.#close();
  }
}
