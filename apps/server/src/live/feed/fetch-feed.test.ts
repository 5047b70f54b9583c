// Fetching a live feed from servers that are slow, broken, or send too much.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FeedServer } from '../../../test/live/feed-server.ts';
import { fetchFeed, FetchFault, isAllowedUrl, type FeedRequest } from './fetch-feed.ts';

let server: FeedServer;
let another: FeedServer;
beforeEach(async () => {
  [server, another] = await Promise.all([FeedServer.open(), FeedServer.open()]);
});
afterEach(() => Promise.all([server.close(), another.close()]));

const BYTES = Uint8Array.from([1, 2, 3]);
const get = (more: Partial<FeedRequest> = {}) =>
  fetchFeed({
    url: server.url,
    headers: {},
    known: undefined,
    signal: new AbortController().signal,
    ...more,
  });
const fault = async (got: Promise<unknown>) => {
  const error: unknown = await got.catch((reason: unknown) => reason);
  if (!(error instanceof FetchFault)) throw new Error('no fault');
  return error.message;
};

test('a packed answer is unpacked; one that has not changed is not sent again', async () => {
  server.serve(BYTES);
  const first = await get();
  expect([...(first.bytes ?? [])]).toEqual([1, 2, 3]);
  expect((await get({ known: first })).bytes).toBeUndefined();
});

test('an answer that unpacks to more than 16 MB is refused', async () => {
  server.serve(new Uint8Array(16 * 1024 * 1024 + 1));
  expect(await fault(get())).toBe('larger than 16 MB');
  server.serve(new Uint8Array(16 * 1024 * 1024));
  expect((await get()).bytes?.length).toBe(16 * 1024 * 1024);
});

test('an answer that does not end is given up when the time is over', async () => {
  const ends = new AbortController();
  server.answer = (_request, response) => {
    response.writeHead(200).write(BYTES);
    ends.abort(new DOMException('', 'TimeoutError'));
  };
  expect(await fault(get({ signal: ends.signal }))).toBe('no whole answer in time');
});

test('a broken connection and bytes that are not packed are faults', async () => {
  server.answer = (request) => request.socket.destroy();
  expect(await fault(get())).toMatch(/^failed/);
  server.answer = (_request, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(BYTES);
  expect(await fault(get())).toMatch(/^failed/);
  server.answer = (_request, response) => response.writeHead(503).end();
  expect(await fault(get())).toBe('answered 503');
});

test('an answer 304 to a request without a name is no feed', async () => {
  server.answer = (_request, response) => response.writeHead(304).end();
  expect(await fault(get())).toBe('answered 304');
});

test('a redirect is followed, without the key on another origin', async () => {
  another.serve(BYTES);
  server.answer = (_request, response) => response.writeHead(302, { Location: another.url }).end();
  const { bytes } = await get({ headers: { 'x-api-key': 's3cret' } });
  expect(bytes?.length).toBe(3);
  expect(server.requests[0]?.headers['x-api-key']).toBe('s3cret');
  expect(another.requests[0]?.headers['x-api-key']).toBeUndefined();
});

test('a redirect to itself ends, and one to plain text elsewhere is not followed', async () => {
  server.answer = (_request, response) => response.writeHead(307, { Location: server.url }).end();
  expect(await fault(get())).toBe('redirected more than 3 times');
  expect(server.requests.length).toBe(4);
  server.answer = (_request, response) => response.writeHead(301, { Location: 'http://192.0.2.1/' }).end();
  expect(await fault(get())).toBe('redirected to an address that is not allowed');
});

test('feeds come by HTTPS, or from this machine', () => {
  const urls = [
    'https://a.example/',
    'http://127.0.0.1:9/',
    'http://[::1]/',
    'http://a.example/',
    'ftp://a.example/',
  ];
  expect(urls.map((url) => isAllowedUrl(new URL(url)))).toEqual([true, true, true, false, false]);
});

test('a server that is not there is a fault', async () => {
  const gone = await FeedServer.open();
  await gone.close();
  expect(await fault(get({ url: gone.url }))).toBe('failed: ECONNREFUSED');
});
