// The bare HTTP server: logs, security headers, validation, errors, health, OpenAPI and the web's files.
import { fileURLToPath } from 'node:url';
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { sql } from 'kysely';
import { REQUEST_TIMEOUT_MS } from '@kippu/contract/limits';
import { AppError } from './app-error.ts';
import { clientAddress } from './client-address.ts';
import type { Deps } from './deps.ts';
import { answerErrors, answerFault } from './error-answer.ts';
import { logOptions } from './log-options.ts';
import { inlineScripts, serveBuilt, servePage } from './static-files.ts';
import { compileSchemas } from './validation.ts';

const WEB_DIST = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const GATE_DIST = fileURLToPath(new URL('../../../gate/dist', import.meta.url));
const DESK_DIST = fileURLToPath(new URL('../../../desk/dist', import.meta.url));
const BODY_LIMIT_BYTES = 2 * 1024 * 1024;

async function addSecurity(app: FastifyInstance, https: boolean): Promise<void> {
  // Made once: as a plugin it would be put together anew for every request.
  const protect = helmet({
    strictTransportSecurity: https,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // WebAssembly reads codes where the browser has no BarcodeDetector.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...inlineScripts(WEB_DIST)],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'data:', 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  });
  app.addHook('onRequest', (request, reply, done) => protect(request.raw, reply.raw, () => done()));
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(self), geolocation=(self), microphone=()');
  });
  await app.register(rateLimit, {
    global: false,
    keyGenerator: (request) => clientAddress(request.ip, request.socket.remoteAddress ?? ''),
    errorResponseBuilder: (_request, context) =>
      new AppError('REQ-0004', { retryAfter: Math.ceil(context.ttl / 1000) }),
  });
}

function addHealth(app: FastifyInstance, { db }: Deps): void {
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (request, reply) => {
    try {
      await sql`select 1`.execute(db);
      return { ok: true };
    } catch (error) {
      request.log.error({ err: error }, 'database not ready');
      return reply.code(503).send({ ok: false });
    }
  });
}

/** An instance to bind calls to; call `ready` or `listen` after that. */
export async function newServer(deps: Deps): Promise<FastifyInstance> {
  const { config } = deps;
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    // No longer than a phone waits for its answer: a request that trickles in would hold its connection for ever.
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Without it a malformed address gets an answer of another shape, which repeats the address.
    frameworkErrors: answerFault,
    genReqId: () => randomUUID(),
    // Only these may say whose address a request comes from: limits and locks count by it.
    trustProxy: config.trustedProxies,
    routerOptions: { ignoreTrailingSlash: true },
    logger: logOptions(config.logLevel),
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : JSON.parse(text as string));
    } catch {
      done(new AppError('REQ-0001', { values: { field: '' }, detail: 'no JSON' }), undefined);
    }
  });
  // Answers hold names in five languages, and reception is poor; short answers, tokens among them, go as they are.
  await app.register(compress, { threshold: 1500, encodings: ['br', 'gzip'] });
  await compileSchemas(app);
  answerErrors(app);
  await addSecurity(app, config.publicOrigin.startsWith('https:'));
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Kippu', version: '1.5.10' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
  });
  app.get('/docs/json', async () => app.swagger());
  app.get('/docs', async (_request, reply) => reply.redirect('/docs/json'));
  addHealth(app, deps);
  await serveBuilt(app, WEB_DIST, '/');
  await servePage(app, '/gate', GATE_DIST);
  await servePage(app, '/desk', DESK_DIST);
  return app;
}
