// Serves a built page: hashed files for ever, the rest asked for each time, compressed ahead of time by the build.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const YEAR_SECONDS = 31_536_000;

/**
 * Serves the folder `root` under `prefix` ('/' or '/gate/'); does nothing when it has not been built. Files below
 * `assets/` carry a hash in their name, so a browser may keep them unasked.
 */
export async function serveBuilt(app: FastifyInstance, root: string, prefix: string): Promise<void> {
  if (!existsSync(root)) return;
  await app.register(fastifyStatic, {
    root,
    prefix,
    // Each page is a plugin of its own, and only the first may decorate the reply.
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const hashed = /[\\/]assets[\\/]/.test(file);
      reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
}

/**
 * A page under a prefix of its own, '/gate' or '/desk', which it may share with calls. The router takes '/gate/' for
 * '/gate', so its index has a route of its own; does nothing when it has not been built.
 */
export async function servePage(app: FastifyInstance, prefix: string, dist: string): Promise<void> {
  const index = join(dist, 'index.html');
  if (!existsSync(index)) return;
  await serveBuilt(app, dist, `${prefix}/`);
  const page = readFileSync(index);
  app.get(prefix, async ({ url }, reply) => {
    // Only what lies under '/gate/' starts offline.
    if (!url.startsWith(`${prefix}/`)) return reply.redirect(`${prefix}/`);
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}

/** The scripts written into the page of a built folder, as a policy names them; none when it has not been built. */
export function inlineScripts(root: string): string[] {
  const page = join(root, 'index.html');
  if (!existsSync(page)) return [];
  return [...readFileSync(page, 'utf8').matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}
