// The calls as an OpenAPI document at /docs/json, made and compressed at the first request.
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Brotli's best quality takes a second for a quarter of a megabyte; this takes a hundredth and is little larger. */
const BROTLI_QUALITY = 5;

interface Document {
  readonly etag: string;
  readonly plain: Buffer;
  /** By content coding, preferred first. */
  readonly compressed: ReadonlyMap<string, Buffer>;
}

function documentOf(contents: object): Document {
  const plain = Buffer.from(JSON.stringify(contents));
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return {
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`,
    plain,
    compressed: new Map([
      ['br', brotliCompressSync(plain, { params })],
      ['gzip', gzipSync(plain)],
    ]),
  };
}

/** Adds /docs/json, and /docs, which redirects to it. The swagger plugin must be registered. */
export function addApiDocument(app: FastifyInstance): void {
  let made: Document | undefined;
  app.get('/docs/json', { schema: { hide: true } }, async (request, reply) => {
    made ??= documentOf(app.swagger());
    const { etag, plain, compressed } = made;
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    reply.type('application/json; charset=utf-8');
    const accepted = (request.headers['accept-encoding'] ?? '').split(/\s*,\s*/);
    for (const [coding, bytes] of compressed)
      if (accepted.includes(coding)) return reply.header('content-encoding', coding).send(bytes);
    return reply.header('content-encoding', 'identity').send(plain);
  });
  app.get('/docs', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs/json'));
}
