// compose.yaml names files, settings, hosts and ports that exist.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../apps/server/src/platform/start/config.ts';

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly stop_grace_period?: string;
  readonly depends_on?: object;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: object;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const HERE = import.meta.dirname;
const { services, volumes, secrets } = parse(readFileSync(join(HERE, 'compose.yaml'), 'utf8'), {
  merge: true,
}) as Compose;
const apps = Object.entries(services).filter(([, { image }]) => image === 'kippu');
const page = readFileSync(join(HERE, '../../docs/operating.md'), 'utf8');

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'kippu-compose-'))));
afterAll(() => rmSync(folder, { recursive: true }));

test('two processes, each with a folder of its own, are built from a file that exists', () => {
  expect(apps).toHaveLength(2);
  expect(new Set(apps.map(([, { volumes: own }]) => own?.join())).size).toBe(2);
  for (const [, { build }] of apps)
    expect(existsSync(resolve(HERE, build?.context ?? '', build?.dockerfile ?? ''))).toBe(true);
});

test('with their settings and secrets they start in production', () => {
  const texts: Readonly<Record<string, string>> = {
    'database-url': 'postgres://kippu:secret@postgres/kippu?sslmode=disable',
    'desk-api-key': 'x'.repeat(44),
    'wrapping-key': Buffer.alloc(32, 1).toString('base64'),
  };
  const image = /^ENV (.*)$/m.exec(readFileSync(join(HERE, '../Containerfile'), 'utf8'))?.[1] ?? '';
  const own = Object.fromEntries(image.split(' ').map((pair) => pair.split('=')));
  for (const [, { environment = {}, secrets: named = [] }] of apps) {
    for (const name of named) writeFileSync(join(folder, name), texts[name] ?? '');
    const env = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, value.replace('/run/secrets', folder)]),
    );
    expect(readConfig({ ...own, ...env })).toMatchObject({ production: true, host: '0.0.0.0', port: 8080 });
    const files = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
    expect(files.map((file) => file.replace('/run/secrets/', '')).toSorted()).toEqual(named.toSorted());
  }
});

test('each setting exists', () => {
  const example = readFileSync(join(HERE, '../../.env.example'), 'utf8');
  for (const [, { environment = {} }] of apps)
    for (const name of Object.keys(environment)) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
});

test('each volume, secret and file that a service names exists, or docs/operating.md makes it', () => {
  for (const { volumes: mounted = [], secrets: named = [], depends_on: others = [] } of Object.values(
    services,
  )) {
    for (const name of named) expect(secrets).toHaveProperty(name);
    for (const name of Array.isArray(others) ? others : Object.keys(others))
      expect(services).toHaveProperty(name);
    for (const [source = ''] of mounted.map((volume) => volume.split(':')))
      if (source.startsWith('./secrets/')) expect(page).toContain(source.slice(2));
      else if (source.startsWith('.')) expect(existsSync(resolve(HERE, source)), source).toBe(true);
      else expect(volumes).toHaveProperty(source);
  }
  for (const { file } of Object.values(secrets)) expect(page).toContain(file.slice(2));
});

test('the proxy forwards to the processes, and the relay is the mail catcher', () => {
  const upstream = readFileSync(join(HERE, 'upstream.conf'), 'utf8');
  const servers = [...upstream.matchAll(/server (\w+):8080 /g)].map(([, name]) => name);
  expect(servers).toEqual(apps.map(([name]) => name));
  for (const [, { environment }] of apps)
    expect(Object.keys(services)).toContain(new URL(environment?.['SMTP_URL'] ?? '').hostname);
});

test('a stop gets more time than it takes', () => {
  const main = readFileSync(join(HERE, '../../apps/server/src/main.ts'), 'utf8');
  const takes = Number(/STOP_WITHIN_MS = ([\d_]+)/.exec(main)?.[1]?.replaceAll('_', '')) / 1000;
  for (const [, { stop_grace_period: given = '' }] of apps) expect(parseInt(given)).toBeGreaterThan(takes);
});
