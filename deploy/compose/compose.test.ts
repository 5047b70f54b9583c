// compose.yaml names files, settings, hosts and ports that exist.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readWrappingKeys } from '../../apps/server/src/platform/keys/wrapping-key.ts';
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
const isRoot = process.getuid?.() === 0;

let folder: string;
/** The text of a secret that the documented commands have made. */
const secret = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8').trim();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kippu-compose-'));
  const commands = /```\ncd deploy\/compose && (install .*?)docker compose up --build\n```/s.exec(page)?.[1];
  // Only root gives a file to another user.
  const here = isRoot ? commands : commands?.replace(/chown \S+ \S+ && /, '');
  execFileSync('sh', ['-ec', here ?? 'false'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
});
afterAll(() => rmSync(folder, { recursive: true }));

test('two processes, each with a folder of its own, are built from a file that exists', () => {
  expect(apps).toHaveLength(2);
  expect(new Set(apps.map(([, { volumes: own }]) => own?.join())).size).toBe(2);
  for (const [, { build }] of apps)
    expect(existsSync(resolve(HERE, build?.context ?? '', build?.dockerfile ?? ''))).toBe(true);
});

test('every other image is pinned by the tag of a version', () => {
  const images = Object.values(services).flatMap(({ image, build }) => (build ? [] : [image]));
  expect(images.length).toBeGreaterThan(2);
  for (const image of images) expect(image).toMatch(/^[\w./-]+:v?\d[\w.-]*$/);
});

test('with their settings and the secrets that the page makes they start in production', () => {
  const image = /^ENV (.*)$/m.exec(readFileSync(join(HERE, '../Containerfile'), 'utf8'))?.[1] ?? '';
  const own = Object.fromEntries(image.split(' ').map((pair) => pair.split('=')));
  for (const [, { environment = {}, secrets: named = [] }] of apps) {
    const env = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        value.replace('/run/secrets', join(folder, 'secrets')),
      ]),
    );
    const config = readConfig({ ...own, ...env, DATA_DIR: folder });
    expect(config).toMatchObject({ production: true, host: '0.0.0.0', port: 8080, isDatabasePooled: true });
    expect(readWrappingKeys(config)).toHaveLength(1);
    const files = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
    expect(files.map((file) => file.replace('/run/secrets/', '')).toSorted()).toEqual(named.toSorted());
  }
});

test('the processes reach PostgreSQL through the pooler, and directly for migrations', () => {
  const ini = readFileSync(join(HERE, '../pgbouncer/pgbouncer.ini'), 'utf8');
  const pooled = new URL(secret('database-url'));
  const direct = new URL(secret('database-direct-url'));
  expect(services).toHaveProperty(pooled.hostname);
  expect(ini).toContain(`\nlisten_port = ${pooled.port}\n`);
  expect(ini).toContain('\npool_mode = transaction\n');
  const [, database = '', host = ''] = /^(\w+) = host=(\w+) port=5432 dbname=kippu$/m.exec(ini) ?? [];
  expect([pooled.pathname, direct.pathname]).toEqual([`/${database}`, '/kippu']);
  expect(host).toBe(direct.hostname);
  const server = services[host];
  expect(server?.environment).toMatchObject({ POSTGRES_USER: direct.username, POSTGRES_DB: 'kippu' });
  expect([pooled.password, direct.password]).toEqual([
    secret('database-password'),
    secret('database-password'),
  ]);
  expect(secret('pgbouncer-users')).toBe(`"${pooled.username}" "${pooled.password}"`);
  const users = /^auth_file = \/run\/secrets\/(.*)$/m.exec(ini)?.[1];
  expect(services[pooled.hostname]?.secrets).toEqual([users]);
});

test('each setting exists', () => {
  const example = readFileSync(join(HERE, '../../.env.example'), 'utf8');
  for (const [, { environment = {} }] of apps)
    for (const name of Object.keys(environment)) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
});

test('each volume, secret and file that a service names exists, or docs/operating.md makes it', () => {
  const isMade = (file: string) => expect(existsSync(join(folder, file)), file).toBe(true);
  for (const { volumes: mounted = [], secrets: named = [], depends_on: others = [] } of Object.values(
    services,
  )) {
    for (const name of named) expect(secrets).toHaveProperty(name);
    for (const name of Array.isArray(others) ? others : Object.keys(others))
      expect(services).toHaveProperty(name);
    for (const [source = ''] of mounted.map((volume) => volume.split(':')))
      if (source.startsWith('./secrets/')) isMade(source);
      else if (source.startsWith('.')) expect(existsSync(resolve(HERE, source)), source).toBe(true);
      else expect(volumes).toHaveProperty(source);
  }
  for (const { file } of Object.values(secrets)) isMade(file);
});

test('only the image’s user may read the wrapping key, and nobody else the folder', () => {
  expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(join(folder, 'secrets'))) {
    const { mode, uid } = statSync(join(folder, 'secrets', name));
    expect([name, mode & 0o777]).toEqual([name, name === 'wrapping-key' ? 0o400 : 0o444]);
    if (isRoot && name === 'wrapping-key') expect(uid).toBe(1000);
  }
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
