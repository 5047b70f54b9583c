// Built pages: what each address returns, and which scripts the policy allows.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import {
  colorsSheet,
  EMPTY_PAGE_COLORS,
  EMPTY_PAGE_SETTINGS,
  OFFERED_LANGUAGES,
  SETTINGS_REVISION,
} from '@kippu/contract/page-settings';
import { theRules } from '@kippu/domain/rules';
import { securityHeaders } from './security-headers.ts';
import { hashOf, inlineScripts, servePage } from './static-files.ts';

const SETTINGS = {
  appName: 'Kippu',
  tagline: { en: 'Rail' },
  zone: 'Europe/Zurich',
  zoneName: { en: 'Swiss time' },
  currency: { code: 'CHF', digits: 2 },
  languages: ['en'],
  fallback: 'en',
  rules: theRules(),
  kinds: [],
  classes: [],
  directions: { outbound: { end: 'a' }, inbound: { end: 'b' } },
  hasSeats: true,
  hasGates: true,
} as const;
const PAGE = `<head>${EMPTY_PAGE_SETTINGS}</head>the page`;

test('each inline script is listed by its hash; files and missing pages are not', () => {
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

test('a page and calls share a prefix: each keeps its addresses, and any other is not found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kippu-page-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'its script');
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  try {
    await servePage(app, '/desk', folder, SETTINGS);
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
    for (const url of ['/desk/', '/desk/index.html'])
      expect(await get(url)).toEqual({
        statusCode: 200,
        cache: 'no-cache',
        body: expect.stringMatching(/<head><script .*<\/script><\/head>the page$/),
      });
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

test('each file has its content type, text with its character set', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kippu-page-'));
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  try {
    for (const name of ['index.html', 'a.js', 'a.css', 'a.svg', 'a.svg.br', 'a.json', 'a.txt'])
      writeFileSync(join(folder, name), name === 'index.html' ? PAGE : '{}');
    await servePage(app, '/desk', folder, SETTINGS);
    const types = { '': 'text/html', 'index.html': 'text/html', 'a.js': 'application/javascript' };
    const others = { 'a.css': 'text/css', 'a.txt': 'text/plain', 'a.json': 'application/json' };
    for (const [file, type] of Object.entries({ ...types, ...others, 'a.svg': 'image/svg+xml' }))
      expect((await app.inject(`/desk/${file}`)).headers['content-type']).toBe(`${type}; charset=utf-8`);
    const compressed = await app.inject({ url: '/desk/a.svg', headers: { 'accept-encoding': 'br' } });
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'image/svg+xml; charset=utf-8',
    });
  } finally {
    await app.close();
    rmSync(folder, { recursive: true });
  }
});

test('the build’s own files are not served, compressed or not, nor are folder listings', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kippu-page-'));
  const app = Fastify();
  try {
    for (const name of ['.vite', 'assets']) mkdirSync(join(folder, name));
    mkdirSync(join(folder, '.git'));
    const own = [
      '.git/config',
      '.vite/manifest.json',
      '.vite/manifest.json.br',
      'assets/a.js.map',
      'assets/a.js.map.gz',
      '.env',
    ];
    for (const file of [...own, 'index.html', 'assets/a.js', 'assets/b.map.js'])
      writeFileSync(join(folder, file), file === 'index.html' ? PAGE : 'x');
    await servePage(app, '', folder, SETTINGS);
    for (const file of own)
      for (const url of [`/${file}`, `/${file.replace(/\.(vite|map|git)/, '%2e$1')}`])
        expect((await app.inject(url)).statusCode, url).toBe(404);
    // A folder's address lists nothing.
    for (const url of ['/assets', '/assets/', '/.git/', '/.git'])
      expect((await app.inject(url)).statusCode, url).toBe(404);
    for (const file of ['index.html', 'assets/a.js', 'assets/b.map.js'])
      expect((await app.inject(`/${file}`)).statusCode, file).toBe(200);
  } finally {
    await app.close();
    rmSync(folder, { recursive: true });
  }
});

test('a page and its worker are filled with the settings, and a browser that has them fetches them again only after a change', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kippu-page-'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'sw.js'), `self.revision = '${SETTINGS_REVISION}';`);
  const opened = async (appName: string) => {
    const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
    await servePage(app, '', folder, { ...SETTINGS, appName });
    return app;
  };
  const app = await opened('</script>&');
  const renamed = await opened('Alpine');
  try {
    const page = await app.inject('/');
    const [, text = ''] =
      /<script type="application\/json" id="kippu-settings">(.*?)<\/script>/.exec(page.body) ?? [];
    expect(JSON.parse(text)).toEqual({ ...SETTINGS, appName: '</script>&' });
    const etag = String(page.headers['etag']);
    const again = (server: typeof app, tag: string) =>
      server.inject({ url: '/', headers: { 'if-none-match': tag } });
    expect((await again(app, etag)).statusCode).toBe(304);
    expect((await again(app, `"other", W/${etag}`)).statusCode).toBe(304);
    expect((await again(renamed, etag)).statusCode).toBe(200);
    const workers = await Promise.all([app, renamed].map(async (each) => (await each.inject('/sw.js')).body));
    expect(new Set(workers).size).toBe(2);
    for (const worker of workers) expect(worker).toMatch(/^self.revision = '[\w-]{22}';$/);
  } finally {
    await app.close();
    await renamed.close();
    rmSync(folder, { recursive: true });
  }
});

const PALETTE = {
  accent: '#8a1c12',
  accentPressed: '#6f150d',
  onAccent: '#ffffff',
  accentSoft: '#fbe7e3',
  hero: '#5c120b',
  onHero: '#ffffff',
  onHeroSoft: '#f4cfc9',
};

test('a page and its manifest have the operator’s names, as text of HTML and of JSON, and its colours, which the policy allows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kippu-page-'));
  const head = `<title>kippu-app-name Desk</title><meta name="description" content="kippu-tagline">${EMPTY_PAGE_COLORS}`;
  writeFileSync(join(folder, 'index.html'), `<html lang="kippu-language">${head}`);
  writeFileSync(
    join(folder, 'manifest.webmanifest'),
    '{"name":"kippu-app-name","description":"kippu-tagline"}',
  );
  writeFileSync(join(folder, 'sw.js'), `keep('${OFFERED_LANGUAGES}'.split(','));`);
  const colors = { light: PALETTE, dark: { ...PALETTE, accent: '#ffb4a8' } };
  const named = { appName: 'A&B "Rail"', tagline: { de: 'Züge <1>', en: 'x' }, fallback: 'de' } as const;
  const app = Fastify();
  try {
    const given = { ...SETTINGS, ...named, languages: ['en', 'ja'] } as unknown as typeof SETTINGS;
    await servePage(app, '', folder, given, { colors });
    const page = (await app.inject('/')).body;
    expect(page).toContain('<html lang="de"><title>A&amp;B &quot;Rail&quot; Desk</title>');
    expect(page).toContain('content="Züge &lt;1&gt;"');
    const [, sheet = ''] = /<style id="kippu-colors">(.*?)<\/style>/.exec(page) ?? [];
    expect(sheet).toMatch(
      /^:root:root\{--accent:#8a1c12;.*\}:root:root\[data-appearance='dark'\]\{--accent:#ffb4a8;.*\}$/,
    );
    expect(sheet).toBe(colorsSheet(colors));
    const policy = securityHeaders(true, { scripts: [], styles: [hashOf(sheet)] })['content-security-policy'];
    expect(policy).toContain(createHash('sha256').update(sheet).digest('base64'));
    const manifest = await app.inject('/manifest.webmanifest');
    expect(manifest.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    expect(manifest.json()).toEqual({ name: 'A&B "Rail"', description: 'Züge <1>' });
    expect((await app.inject('/sw.js')).body).toBe("keep('en,ja'.split(','));");
  } finally {
    await app.close();
    rmSync(folder, { recursive: true });
  }
});
