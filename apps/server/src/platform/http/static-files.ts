// Serves a built page: hashed files are immutable; the rest are revalidated on each request. The build compresses them.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const YEAR_SECONDS = 31_536_000;
/** Files of the build itself: dot files and source maps. */
const ONLY_FOR_BUILD = /\/\.|\.map(\.(br|gz))?$/;

const SVG = 'image/svg+xml';

/**
 * Serves the folder `root` under `prefix` ('/' or '/gate/'); does nothing if it has not been built. Files below `assets/` have a hash in
 * their name, so browsers may cache them without asking.
 */
export async function serveBuilt(app: FastifyInstance, root: string, prefix: string): Promise<void> {
  if (!existsSync(root)) return;
  await app.register(async (scope) => {
    // The library sets the character set for text/… only, and SVG is text too.
    scope.addHook('onSend', async (_request, reply) => {
      if (reply.getHeader('content-type') === SVG) reply.header('content-type', `${SVG}; charset=utf-8`);
    });
    await scope.register(fastifyStatic, {
      root,
      prefix,
      // Each page is a plugin, and only one may decorate the reply.
      decorateReply: false,
      preCompressed: true,
      cacheControl: false,
      allowedPath: (path) => !ONLY_FOR_BUILD.test(`/${path}`),
      setHeaders: (reply, file) => {
        const hashed = /[\\/]assets[\\/]/.test(file);
        reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      },
    });
  });
}

/**
 * Serves a page under '/gate' or '/desk', which it may share with calls. The index has its own route, because the router treats '/gate/' as
 * '/gate'. Does nothing if the page has not been built.
 */
export async function servePage(app: FastifyInstance, prefix: string, dist: string): Promise<void> {
  const index = join(dist, 'index.html');
  if (!existsSync(index)) return;
  await serveBuilt(app, dist, `${prefix}/`);
  const page = readFileSync(index);
  app.get(prefix, async ({ url }, reply) => {
    // The service worker covers only what is below '/gate/'.
    if (!url.startsWith(`${prefix}/`)) return reply.redirect(`${prefix}/`);
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}

/** Returns the hashes of the inline scripts of built pages, in the form of a content security policy. */
export function inlineScripts(...roots: readonly string[]): string[] {
  const pages = roots.map((root) => join(root, 'index.html')).filter((page) => existsSync(page));
  const hashes = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/<script>(.*?)<\/script>/gs)].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    ),
  );
  return [...new Set(hashes)];
}
