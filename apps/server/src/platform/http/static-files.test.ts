// Built pages: what a browser gets under each address, and which scripts the policy lets run.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { inlineScripts, servePage } from './static-files.ts';

test('each script written into the page is named by its hash; a file is not, nor is a page that is not there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kippu-page-'));
  try {
    expect(inlineScripts(folder)).toEqual([]);
    const texts = ['\n  first();\n', 'second();'];
    const [one = '', two = ''] = texts;
    writeFileSync(
      join(folder, 'index.html'),
      `<script>${one}</script><script type="module" src="/a.js"></script><script>${two}</script>`,
    );
    const hashes = texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    expect(inlineScripts(folder)).toEqual(hashes);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a page shares its prefix with calls: each keeps its addresses, and what is neither is not found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kippu-page-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), 'the page');
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'its script');
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  try {
    await servePage(app, '/desk', folder);
    app.get('/desk/ticket', async () => 'a call');
    app.put('/desk/password', async () => 'another');
    const get = async (url: string) => {
      const { statusCode, headers, body } = await app.inject({ url });
      return { statusCode, cache: headers['cache-control'], body };
    };
    expect(await app.inject({ url: '/desk' })).toMatchObject({
      statusCode: 302,
      headers: { location: '/desk/' },
    });
    expect(await get('/desk/')).toEqual({ statusCode: 200, cache: 'no-cache', body: 'the page' });
    expect(await get('/desk/assets/app-1a2b.js')).toEqual({
      statusCode: 200,
      cache: 'public, max-age=31536000, immutable',
      body: 'its script',
    });
    expect((await get('/desk/ticket')).body).toBe('a call');
    expect((await app.inject({ method: 'PUT', url: '/desk/password' })).body).toBe('another');
    expect(await get('/desk/nothing')).toMatchObject({ statusCode: 404 });
    expect(await get('/desk/../../package.json')).toMatchObject({ statusCode: 404 });
  } finally {
    await app.close();
    rmSync(folder, { recursive: true });
  }
});
