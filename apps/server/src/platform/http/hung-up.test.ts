// A caller that hangs up is one quiet line of the log, whatever the server does at that moment, and no fault.
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkedBody } from '../../gate/enrol/gate-auth.ts';
import { newMetrics, type Metrics } from '../telemetry/metrics.ts';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';
import { newServer } from './new-server.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly event?: string;
}

let deps: TestDeps;
let app: FastifyInstance;
let metrics: Metrics;
let lines: Line[] = [];
let onLine: () => void = () => undefined;
let port = 0;
/** Resolves once a handler writes its answer. */
let answering: Promise<void>;

/** More than the connection's buffers hold, and random enough not to be compressed to less. */
const LARGE = Array.from({ length: 1_500_000 }, () => Math.random().toString(36).slice(2, 12)).join('');

beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());
beforeEach(async () => {
  lines = [];
  metrics = newMetrics();
  app = await newServer({
    ...deps,
    metrics,
    config: { ...deps.config, logLevel: 'trace' },
    logStream: {
      write: (line) => {
        lines.push(JSON.parse(line) as Line);
        onLine();
      },
    },
  });
  let begin: () => void = () => undefined;
  answering = new Promise((resolve) => (begin = resolve));
  app.post('/plain', async () => ({}));
  app.post(
    '/signed',
    { preParsing: async (request, _reply, body) => checkedBody(request, body as Readable) },
    async () => ({}),
  );
  // As a lookup of the caller that takes longer than the caller stays.
  const lookUp = async ({ raw }: FastifyRequest) => {
    if (!raw.destroyed) await once(raw, 'close');
  };
  app.post('/looked-up', { onRequest: lookUp }, async () => ({}));
  app.post(
    '/looked-up/signed',
    {
      onRequest: lookUp,
      preParsing: async (request, _reply, body) => checkedBody(request, body as Readable),
    },
    async () => ({}),
  );
  app.get('/large', async () => {
    begin();
    return { text: LARGE };
  });
  app.get('/stream', async (_request, reply) => {
    begin();
    return reply.type('application/octet-stream').send(Readable.from(endless()));
  });
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(() => app.close());

function* endless() {
  for (;;) yield Buffer.alloc(65_536, 120);
}

const called = () => lines.filter(({ msg }) => msg === 'call');
/** Sends the text of a request, waits, hangs up, and waits for the line of the call and for the answer's end. */
async function hangUp(text: string, ready: () => Promise<unknown>): Promise<void> {
  const arrived = once(app.server, 'request');
  const logged = new Promise<void>((resolve) => {
    onLine = () => called().length > 0 && resolve();
  });
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write(text);
  const [, response] = await arrived;
  await ready();
  socket.destroy();
  await once(socket, 'close');
  await logged;
  if (!response.destroyed && !response.closed) await once(response, 'close');
  // What the framework does afterwards is done when the server has closed.
  await app.close();
}

const head = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const JSON_OF = (more = '') => `Content-Type: application/json\r\nContent-Length: 1000\r\n${more}`;
const SIGNED = 'Signature-Input: gate=()\r\n';
const atOnce = async () => undefined;

test.each([
  ['the body of a call', head('POST /plain', JSON_OF()) + '{"a": ', atOnce],
  ['no byte of the body', head('POST /plain', JSON_OF()), atOnce],
  ['the body of a signed call', head('POST /signed', JSON_OF(SIGNED)) + '{"a": ', atOnce],
  [
    'a chunked body',
    head('POST /plain', 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n') +
      '5\r\n{"a":\r\n',
    atOnce,
  ],
  ['a body that nobody reads yet', head('POST /looked-up', JSON_OF()) + '{"a": ', atOnce],
  [
    'a whole body that nobody reads yet',
    head('POST /looked-up', JSON_OF()) + JSON.stringify('a'.repeat(998)),
    atOnce,
  ],
  ['a signed body that nobody reads yet', head('POST /looked-up/signed', JSON_OF(SIGNED)) + '{"a": ', atOnce],
  ['a large answer', head('GET /large'), () => answering],
  ['a compressed answer', head('GET /large', 'Accept-Encoding: gzip\r\n'), () => answering],
  ['a stream', head('GET /stream'), () => answering],
])('who hangs up during %s is one quiet line', async (_what, text, ready) => {
  await hangUp(text, ready);
  expect(lines.filter(({ level, event }) => level > 30 || event !== undefined)).toEqual([]);
  expect(called()).toMatchObject([{ level: 30, aborted: true }]);
  expect(called()[0]).not.toHaveProperty('code');
  const counted = await metrics.registry.getSingleMetricAsString('kippu_calls_total');
  expect(counted).toMatch(/status="(aborted|2xx)",error=""\} 1$/m);
  expect(counted).not.toMatch(/status="[45]xx"/);
});
