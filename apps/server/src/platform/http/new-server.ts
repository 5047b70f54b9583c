// The HTTP server without calls: log, security headers, validation, errors, health, OpenAPI and the pages' files.
import { fileURLToPath } from 'node:url';
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import Fastify, { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { colorsSheet } from '@kippu/contract/page-settings';
import { BODY_BYTES, CLIENT_VERSION, REQUEST_TIMEOUT_MS } from '@kippu/contract/limits';
import { ZIP_TYPE } from '@kippu/contract/route';
import { settingsForPages } from '../operator/operator-data.ts';
import { addApiDocument } from './api-document.ts';
import { watchRetries } from '../db/database.ts';
import { addCallLimits } from '../limits/call-limits.ts';
import { proxyWatch, trustedProxies } from '../limits/client-address.ts';
import type { Deps } from '../calls/app-context.ts';
import { decorateCallers } from '../wire/request-caller.ts';
import { answerErrors, answerFault } from '../wire/error-answer.ts';
import { addHealth } from '../health/health-routes.ts';
import { endedCalls, logCall } from './ended-call.ts';
import { logOptions } from './log-options.ts';
import {
  addSecurityHeaders,
  protectRefusal,
  refuseMalformed,
  refuseTwoHosts,
  securityHeaders,
} from './security-headers.ts';
import { hashOf, inlineScripts, serveIcons, servePage } from './static-files.ts';
import { readIcons } from '../operator/files/operator-icons.ts';
import { readBody } from './body/json-body.ts';
import { refuseCompressedBodies } from './body/compressed-body.ts';
import { discardUnreadBodies } from './body/unread-body.ts';
import { addMetricsRoute } from '../telemetry/metrics-endpoint.ts';
import { compileSchemas } from './validation.ts';

const WEB_DIST = fileURLToPath(new URL('../../../../web/dist', import.meta.url));
const GATE_DIST = fileURLToPath(new URL('../../../../gate/dist', import.meta.url));
const BOARD_DIST = fileURLToPath(new URL('../../../../board/dist', import.meta.url));
const DESK_DIST = fileURLToPath(new URL('../../../../desk/dist', import.meta.url));
/** The percent-encoding of a character that needs none (RFC 3986, section 2.3). */
const ENCODED_LETTER = /%(2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/gi;

/**
 * Returns an address whose path has no encoded letters, because `/%64esk` would be `/desk`, which a proxy that parts the pages by their paths
 * lets through. Such a path becomes one that no route has.
 */
function withoutEncodedLetters(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  return path.replace(ENCODED_LETTER, '%25$1') + url.slice(path.length);
}

/** Warns once if a proxy hides its clients' addresses. Not on a developer's machine, which has no proxy. */
function watchProxies(app: FastifyInstance, { config }: Deps): void {
  if (!config.production && config.trustedProxies === 'loopback') return;
  const watch = proxyWatch(config.trustedProxies, (problem) =>
    app.log.warn({ problem }, 'limits by address count all travellers of this proxy as one'),
  );
  app.addHook('onRequest', async ({ headers, ip, socket, routeOptions }) => {
    if (routeOptions.url !== '/healthz' && routeOptions.url !== '/readyz')
      watch(headers, ip, socket.remoteAddress ?? '');
  });
}

/**
 * Makes an instance to bind calls to; then call `ready` or `listen`. `browserOf` returns the id of a browser that has logged in, which has its own
 * limit of pages. `faultAnswerOf` returns what answers a malformed address.
 */
export async function newServer(
  deps: Deps,
  browserOf: (request: FastifyRequest) => string | undefined = () => undefined,
  faultAnswerOf: (url: string) => typeof answerFault = () => answerFault,
): Promise<FastifyInstance> {
  const { config, metrics, traces } = deps;
  const { operator } = deps.timetable.current;
  const { colors } = operator.settings;
  const inline = {
    scripts: inlineScripts(WEB_DIST, GATE_DIST, DESK_DIST, BOARD_DIST),
    styles: [hashOf(colorsSheet(colors))],
  };
  const headers = securityHeaders(config.publicOrigin.startsWith('https:'), inline);
  const listeners = [metrics?.callEnded, traces?.callEnded].filter((each) => each !== undefined);
  const calls = endedCalls([logCall, ...listeners]);
  const app: FastifyInstance = Fastify({
    bodyLimit: BODY_BYTES,
    // A call on an open connection of a stopping process is answered, not refused.
    return503OnClosing: false,
    // As long as a phone waits for an answer: a request that trickles in would hold its connection for ever.
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Otherwise Fastify answers a malformed address in another format, which repeats the address.
    frameworkErrors: (error, request, reply) => {
      protectRefusal(headers, reply);
      calls.watchUnrouted(request, reply);
      faultAnswerOf(request.url)(error, request, reply);
    },
    clientErrorHandler: refuseMalformed(headers, (code) => app.log.trace({ code }, 'not a request')),
    genReqId: () => randomUUID(),
    // Only these may name the address that a request comes from: limits and locks count by it.
    trustProxy: trustedProxies(config.trustedProxies),
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => withoutEncodedLetters(url),
    logger: logOptions(config.logLevel, deps.logStream),
    logController: calls.logController,
  });
  calls.watch(app);
  traces?.watch(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  // Not parsed, because a form of another site can send it without a preflight request.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request: FastifyRequest, text: string) => readBody(request, text),
  );
  // A file is read by its call, piece by piece. Other calls accept none.
  app.addContentTypeParser(ZIP_TYPE, (request, file, done) => {
    if (request.routeOptions.config.file === ZIP_TYPE) done(null, file);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(ZIP_TYPE), undefined);
  });
  // Answers contain names in five languages and reception is poor. Short answers, such as tokens, are not compressed. Requests never are.
  await app.register(compress, { threshold: 1500, encodings: ['br', 'gzip'], globalDecompression: false });
  await app.register(cookie);
  refuseTwoHosts(app);
  refuseCompressedBodies(app);
  app.decorate('metrics', metrics);
  watchRetries(deps.db, ({ reason, tries }) => {
    metrics?.dbRetried(reason);
    app.log.warn({ database: reason, tries }, 'transaction is run again');
  });
  decorateCallers(app);
  compileSchemas(app);
  answerErrors(app);
  addSecurityHeaders(app, headers);
  watchProxies(app, deps);
  addCallLimits(app, config.limitFactor, browserOf);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Kippu', version: CLIENT_VERSION },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
  });
  addApiDocument(app);
  addHealth(app, deps);
  discardUnreadBodies(app);
  if (metrics && config.metrics?.token !== undefined) addMetricsRoute(app, metrics, config.metrics.token);
  const settings = settingsForPages(operator);
  await servePage(app, '', WEB_DIST, settings, { colors });
  await servePage(app, '/gate', GATE_DIST, settings, { colors });
  await servePage(app, '/desk', DESK_DIST, settings, { colors });
  await servePage(app, '/board', BOARD_DIST, settings, { colors, below: ':station' });
  serveIcons(app, readIcons(config.operatorDir));
  return app;
}
