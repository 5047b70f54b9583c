// Serves the metrics: on a port of their own, and on the server's own port to callers with the token.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../wire/app-error.ts';
import { isSameSecret } from '../wire/same-secret.ts';
import type { MetricsSettings } from '../start/telemetry-settings.ts';
import type { Metrics } from './metrics.ts';

const PATH = '/metrics';
const BEARER = /^Bearer (\S{1,200})$/i;
/** A scrape is one short request. */
const REQUEST_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 20;

const mayRead = (token: string, header: string | undefined) => {
  const given = BEARER.exec(header ?? '')?.[1];
  return given !== undefined && isSameSecret(token, given);
};

/** Adds `/metrics` to the server. A caller without the token gets 401. */
export function addMetricsRoute(app: FastifyInstance, { registry }: Metrics, token: string): void {
  app.get(PATH, { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(token, request.headers.authorization)) {
      reply.header('www-authenticate', 'Bearer');
      throw new AppError('SES-0001');
    }
    const text = await registry.metrics();
    return reply.header('cache-control', 'no-store').type(registry.contentType).send(text);
  });
}

export interface MetricsServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/**
 * Serves `/metrics` on its own port, to callers with the token if there is one. `report` gets errors of reading the metrics. Rejects if the
 * port cannot be opened.
 */
export async function serveMetrics(
  { registry }: Metrics,
  { port, host, token }: Pick<MetricsSettings, 'host' | 'token'> & { readonly port: number },
  report: (error: unknown) => void,
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    const refuse = (status: number, headers: Record<string, string> = {}) =>
      void response.writeHead(status, headers).end();
    if (request.url?.split('?')[0] !== PATH) return refuse(404);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, { allow: 'GET, HEAD' });
    if (token !== undefined && !mayRead(token, request.headers.authorization))
      return refuse(401, { 'www-authenticate': 'Bearer' });
    return void registry.metrics().then(
      (text) => void response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        report(error);
        refuse(500);
      },
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
