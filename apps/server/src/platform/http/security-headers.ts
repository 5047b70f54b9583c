// The security headers of every answer, which protect the reader of a page or of a call's answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import helmet from 'helmet';
import { AppError } from '../wire/app-error.ts';

type Headers = Readonly<Record<string, string>>;

/** For a call's answer, which is data: a browser that opens it as a page runs, loads and sends nothing. */
const OF_DATA =
  "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none';object-src 'none';sandbox";

/** Hashes of the pages' inline scripts and styles, in the form of a content security policy. */
interface Inline {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Returns a page's headers. `https`: whether the origin uses it. */
export function securityHeaders(https: boolean, { scripts, styles }: Inline): Headers {
  const protect = helmet({
    strictTransportSecurity: https,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // WebAssembly decodes QR codes where the browser has no BarcodeDetector.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...scripts],
        styleSrc: ["'self'", ...styles],
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
  const headers: Record<string, string> = {
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
  };
  const collector = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  // Made once: they are the same for each answer.
  protect({} as IncomingMessage, collector as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}

/** The same for an answer that is data. */
const ofData = (headers: Headers): Headers => ({ ...headers, 'content-security-policy': OF_DATA });

const put = (headers: Headers, { raw }: { readonly raw: ServerResponse }) => {
  for (const [name, value] of Object.entries(headers)) raw.setHeader(name, value);
};

/** Sets the headers on the refusal of a malformed address, before which no hook runs. */
export const protectRefusal = (headers: Headers, reply: { readonly raw: ServerResponse }): void =>
  put(ofData(headers), reply);

/** Sets the headers on every answer of a server; a call's answer gets the policy for data. */
export function addSecurityHeaders(app: FastifyInstance, headers: Headers): void {
  app.addHook('onRequest', async (_request, reply) => put(headers, reply));
  app.addHook('onSend', async (_request, reply) => {
    if (String(reply.getHeader('content-type')).startsWith('application/json'))
      reply.raw.setHeader('content-security-policy', OF_DATA);
  });
}

const REFUSALS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

type ClientFault = NonNullable<FastifyServerOptions['clientErrorHandler']>;

/** Answers a malformed or too slow request with these headers and nothing else. `report` gets the error's code. */
export const refuseMalformed =
  (headers: Headers, report: (code: string) => void): ClientFault =>
  ({ code }, socket) => {
    // The client has disconnected.
    if (code === 'ECONNRESET' || socket.destroyed) return;
    report(code);
    const lines = Object.entries({ ...ofData(headers), 'content-length': '0', connection: 'close' });
    const head = [`HTTP/1.1 ${REFUSALS[code] ?? '400 Bad Request'}`, ...lines.map((line) => line.join(': '))];
    if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.destroy();
  };

/** Refuses a request with several `Host` lines with REQ-0001 (RFC 9112, section 3.2): a proxy may have gone by another of them. */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { rawHeaders } }) => {
    const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1) throw new AppError('REQ-0001', { values: { field: 'host' }, detail: 'two hosts' });
  });
}
