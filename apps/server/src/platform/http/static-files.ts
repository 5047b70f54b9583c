// Serves a built page: hashed files are immutable; the rest are revalidated on each request. The build compresses them.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Colors, PageSettings } from '@kippu/contract/page-settings';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Icon } from '../operator/files/operator-icons.ts';
import { filledFiles, type FilledFile } from './filled-files.ts';

const YEAR_SECONDS = 31_536_000;
/** A changed icon reaches phones within a day. */
const ICON_MAX_AGE_SECONDS = 86_400;
/** Files of the build itself: dot files and source maps. */
const ONLY_FOR_BUILD = /\/\.|\.map(\.(br|gz))?$/;

const SVG = 'image/svg+xml';
const INDEX = 'index.html';

/**
 * Serves the folder `root` under `prefix` ('/' or '/gate/'), its `filled` files with the operator's settings; does nothing if it
 * has not been built. Files below `assets/` have a hash in their name, so browsers may cache them without asking.
 */
async function serveBuilt(
  app: FastifyInstance,
  root: string,
  prefix: string,
  filled: ReadonlyMap<string, FilledFile>,
): Promise<void> {
  if (!existsSync(root)) return;
  for (const [name, file] of filled) app.get(`${prefix}${name}`, sending(file));
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

/** Returns a handler that sends a file, or 304 if the browser has it. */
const sending =
  ({ type, text, etag }: FilledFile) =>
  async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-cache').header('etag', etag);
    // A compressed answer has the weak form of its tag.
    const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    if (known?.includes(etag)) return reply.code(304).send();
    return reply.type(type).send(text);
  };

interface PageOptions {
  readonly colors?: Colors | undefined;
  /** A pattern of one more path segment that the index answers too, such as ':station' for '/board/north'. */
  readonly below?: string;
}

/**
 * Serves a built page under '', '/gate', '/desk' or '/board', a prefix that it may share with calls. The index has its own route,
 * because the router treats '/gate/' as '/gate'. Does nothing if the page has not been built.
 */
export async function servePage(
  app: FastifyInstance,
  prefix: string,
  dist: string,
  settings: PageSettings,
  { colors, below }: PageOptions = {},
): Promise<void> {
  const filled = filledFiles(dist, settings, colors);
  await serveBuilt(app, dist, `${prefix}/`, filled);
  const index = filled.get(INDEX);
  if (!index) return;
  const send = sending(index);
  app.get(prefix || '/', async (request, reply) => {
    // The service worker covers only what is below '/gate/'.
    if (!request.url.startsWith(`${prefix}/`)) return reply.redirect(`${prefix}/`);
    return send(request, reply);
  });
  if (below !== undefined) app.get(`${prefix}/${below}`, send);
}

/** Serves the operator's icons at the root, where the app's page and manifest name them. */
export function serveIcons(app: FastifyInstance, icons: readonly Icon[]): void {
  for (const { name, type, content } of icons)
    app.get(`/${name}`, { schema: { hide: true } }, async (_request, reply) =>
      reply.header('cache-control', `public, max-age=${ICON_MAX_AGE_SECONDS}`).type(type).send(content),
    );
}

/** Returns the hash of an inline script or style, in the form of a content security policy. */
export const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the hashes of the inline scripts of built pages, in the form of a content security policy. */
export function inlineScripts(...roots: readonly string[]): string[] {
  const pages = roots.map((root) => join(root, INDEX)).filter((page) => existsSync(page));
  const hashes = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) =>
      hashOf(text),
    ),
  );
  return [...new Set(hashes)];
}
