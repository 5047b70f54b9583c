// Settings: the defaults, when it is production, and the message for a wrong value.
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FEED_BYTES } from '@kippu/contract/limits';
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import { describe, expect, test } from 'vitest';
import { LOG_LEVELS, readConfig } from './config.ts';
import { DEMO_PASSWORD } from './demo-people.ts';
import { MAX_DISCARDED_BYTES } from '../http/body/unread-body.ts';

const GOOD = {
  PUBLIC_ORIGIN: 'https://tickets.example',
  DATABASE_URL: 'postgres://kippu@db.example/kippu?sslmode=verify-full',
  SMTP_URL: 'smtps://relay.example',
};

test('without settings it is a demonstration on this machine', () => {
  expect(readConfig({})).toMatchObject({
    publicOrigin: 'http://localhost:8080',
    host: '127.0.0.1',
    production: false,
    demo: true,
    databaseUrl: undefined,
    smtpUrl: undefined,
    mailFrom: 'no-reply@localhost',
    mailReplyTo: undefined,
    trustedProxies: 'loopback',
  });
});

test('a good production setting is accepted, without demonstration', () => {
  for (const env of [GOOD, { ...GOOD, NODE_ENV: 'production' }, { ...GOOD, HOST: '0.0.0.0', DEMO: '0' }])
    expect(readConfig(env)).toMatchObject({
      production: true,
      demo: false,
      publicOrigin: GOOD.PUBLIC_ORIGIN,
    });
});

test('production refuses the demonstration, the development mailbox and a published password', () => {
  expect(() => readConfig({ ...GOOD, DEMO: '1' })).toThrow('DEMO: must be 0');
  expect(() => readConfig({ ...GOOD, SMTP_URL: '' })).toThrow('SMTP_URL: must name a mail relay');
  const manager = { DESK_MANAGER: 'head@rail.example', DESK_MANAGER_PASSWORD: DEMO_PASSWORD };
  expect(() => readConfig({ ...GOOD, ...manager })).toThrow('DESK_MANAGER_PASSWORD: must not be');
  expect(readConfig(GOOD)).toMatchObject({ deskApiKey: undefined, deskManager: undefined });
});

test('the feed of a demonstration is read in a demonstration alone, and only without feeds of the railway', () => {
  const env = { DEMO_REALTIME_URL: 'http://127.0.0.1:8099/gtfs-rt' };
  expect(readConfig(env).realtime).toMatchObject({ urls: [env.DEMO_REALTIME_URL], mayBeAbsent: true });
  expect(readConfig({ ...env, DEMO: '0' }).realtime).toBeUndefined();
  expect(readConfig({ ...GOOD, ...env }).realtime).toBeUndefined();
  const own = { OPERATOR_REALTIME_URLS: 'https://rail.example/feed' };
  expect(readConfig({ ...env, ...own }).realtime).toMatchObject({ urls: [own.OPERATOR_REALTIME_URLS] });
});

test('mails are from the origin’s host, or from the address of the settings', () => {
  expect(readConfig(GOOD).mailFrom).toBe('no-reply@tickets.example');
  const own = { MAIL_FROM: 'きっぷ <tickets@rail.example>', MAIL_REPLY_TO: 'help@rail.example' };
  expect(readConfig(own)).toMatchObject({ mailFrom: own.MAIL_FROM, mailReplyTo: own.MAIL_REPLY_TO });
  for (const wrong of ['Kippu', 'a@b.jp, c@d.jp', 'Kippu <a@b.jp', 'Kippu <a>', 'a\nb <a@b.jp>'])
    for (const name of ['MAIL_FROM', 'MAIL_REPLY_TO'])
      expect(() => readConfig({ [name]: wrong }), wrong).toThrow(`${name}: must be an email`);
});

describe('it is production by', () => {
  const { PUBLIC_ORIGIN: _, ...rest } = GOOD;
  test.each([
    [{ PUBLIC_ORIGIN: 'https://192.0.2.7' }],
    [{ PUBLIC_ORIGIN: 'https://127.0.0.1.tickets.example' }],
    [{ PUBLIC_ORIGIN: 'https://localhost.example' }],
    [{ PUBLIC_ORIGIN: 'https://[2001:db8::1]' }],
    [{ PUBLIC_ORIGIN: 'https://localhost', HOST: '0.0.0.0' }],
    [{ PUBLIC_ORIGIN: 'https://localhost', HOST: '::' }],
    [{ PUBLIC_ORIGIN: 'https://localhost', HOST: '192.0.2.7' }],
    [{ PUBLIC_ORIGIN: 'https://localhost', NODE_ENV: 'production' }],
  ])('%o', (env) => {
    expect(readConfig({ ...rest, ...env }).production).toBe(true);
    expect(() => readConfig(env)).toThrow('DATABASE_URL: must name a PostgreSQL server');
  });
});

describe('production sends nothing in plain text to a database on another machine', () => {
  const read = (url: string) => readConfig({ ...GOOD, DATABASE_URL: url });

  test.each([
    '',
    '?sslmode=prefer',
    '?sslmode=require',
    '?sslmode=no-verify',
    '?ssl=true',
    '?host=db.example',
    '?host=localhost,db.example',
  ])('refused: %s', (query) => {
    const host = query.startsWith('?host') ? '127.0.0.1' : 'db.example';
    expect(() => read(`postgres://kippu:secret@${host}/kippu${query}`)).toThrow(
      'DATABASE_URL: must end with ?sslmode=verify-full',
    );
    expect(() => read(`postgres://kippu:secret@${host}/kippu${query}`)).not.toThrow('secret');
  });

  test.each([
    'postgres://kippu@db.example/kippu?sslmode=verify-full',
    'postgres://kippu@db.example/kippu?sslmode=disable',
    'postgres://kippu@127.0.0.1/kippu',
    'postgres://kippu@[::1]/kippu',
    'postgres:///kippu?host=/run/postgresql',
    'postgres://%2Frun%2Fpostgresql/kippu',
  ])('taken: %s', (url) => {
    expect(read(url).databaseUrl).toBe(url);
  });
});

test.each([
  [{}],
  [{ HOST: '127.0.0.2' }],
  [{ HOST: '::1' }],
  [{ HOST: 'localhost' }],
  [{ PUBLIC_ORIGIN: 'http://LOCALHOST:3000/' }],
  [{ PUBLIC_ORIGIN: 'http://api.localhost' }],
  [{ PUBLIC_ORIGIN: 'http://[::1]:8080' }],
  [{ PUBLIC_ORIGIN: 'http://[::ffff:127.0.0.1]' }],
])('it is no production by %o', (env) => {
  expect(readConfig(env)).toMatchObject({ production: false, demo: true });
});

test('an IPv6 address of the host makes a URL', () => {
  expect(readConfig({ HOST: '::1' }).publicOrigin).toBe('http://[::1]:8080');
});

describe('a wrong value is named, and a secret is not repeated', () => {
  test.each([
    [{ PORT: '80a' }, 'PORT: must be'],
    [{ PORT: '70000' }, 'PORT: must be'],
    [{ HOST: 'a b' }, 'HOST: must be'],
    [{ PUBLIC_ORIGIN: 'tickets.example' }, 'PUBLIC_ORIGIN: must be a URL'],
    [{ DATABASE_URL: 'mysql://user:secret@db' }, 'DATABASE_URL: must be a URL'],
    [{ SMTP_URL: 'user:secret@relay' }, 'SMTP_URL: must be a URL'],
    [{ DEMO: 'yes' }, 'DEMO: must be'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be'],
    [{ DATABASE_POOLER: 'session' }, 'DATABASE_POOLER: must be none or transaction'],
    [{ DATABASE_DIRECT_URL: 'u:secret@db' }, 'DATABASE_DIRECT_URL: must be a URL'],
    [{ DATABASE_URL: 'postgres://u:secret@db?target_session_attrs=x' }, 'DATABASE_URL: target_session_attrs'],
    [{ STOP_DELAY_SECONDS: '121' }, 'STOP_DELAY_SECONDS: must be 0 to 120'],
    [{ STOP_DELAY_SECONDS: '-1' }, 'STOP_DELAY_SECONDS: must be 0 to 120'],
    [{ OPERATOR_FEED: 'both' }, 'OPERATOR_FEED: must be'],
    [{ DESK_API_KEY: 'secret' }, 'DESK_API_KEY: needs'],
    [{ DESK_MANAGER: 'nobody', DESK_MANAGER_PASSWORD: 'secret' }, 'DESK_MANAGER: must be'],
    [{ DESK_MANAGER: 'a@b.jp', DESK_MANAGER_PASSWORD: 'secret' }, 'DESK_MANAGER_PASSWORD: needs'],
    [{ TRUSTED_PROXIES: 'true' }, 'TRUSTED_PROXIES: "true"'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8, proxy.example' }, 'TRUSTED_PROXIES: "proxy.example"'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES: "10.0.0.0/33"'],
  ])('%o', (env, line) => {
    const read = () => readConfig(env);
    expect(read).toThrow(line);
    expect(read).not.toThrow(/secret/);
    expect(read).not.toThrow(/\n/);
  });
});

test('addresses and networks of proxies are accepted', () => {
  const trustedProxies = 'loopback, 10.0.0.0/8,2001:db8::/32, 192.0.2.7';
  expect(readConfig({ TRUSTED_PROXIES: trustedProxies }).trustedProxies).toBe(trustedProxies);
});

describe('docs/operating.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/operating.md'), 'utf8');
  const [, table = ''] = /\n## Settings\n([^]*?)\n## /.exec(page) ?? [];
  /** The cells of each row by the first setting it names; a row may name two. */
  const rows = [...table.matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \| (.*?) \| (.*) \|$/gm)].map(
    ([, names = '', byDefault = '', effect = '']) => ({
      names: names.replaceAll('`', '').split(', '),
      byDefault: byDefault.replaceAll('`', ''),
      effect,
    }),
  );
  const defaultOf = (name: string) => rows.find(({ names }) => names.includes(name))?.byDefault;

  test('lists exactly the settings that are read', () => {
    const read = new Set<string>();
    const env = new Proxy<Record<string, string | undefined>>(
      {},
      {
        get: (_, name) => {
          read.add(String(name));
          return undefined;
        },
      },
    );
    readConfig(env);
    expect(rows.flatMap(({ names }) => names).sort()).toEqual([...read].sort());
  });

  test('agrees with .env.example, setting by setting', () => {
    const example = readFileSync(join(import.meta.dirname, '../../../../../.env.example'), 'utf8');
    const shown = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(shown.toSorted()).toEqual(rows.flatMap(({ names }) => names).toSorted());
  });

  test('is complete: nothing else in the server reads the environment', () => {
    const readers = readdirSync(join(import.meta.dirname, '../..'), { recursive: true, withFileTypes: true })
      .filter(({ name }) => name.endsWith('.ts') && !/\.test(-helper)?\.ts$/.test(name))
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
      .flatMap((text) =>
        [...text.matchAll(/process\.env\b(?:\['(\w+)'\])?/g)].map(([, name]) => name ?? 'all'),
      );
    // readConfig gets the whole environment.
    expect([...new Set(readers)]).toEqual(['all']);
  });

  test('states the real defaults', () => {
    const config = readConfig({});
    expect(defaultOf('PORT')).toBe(String(config.port));
    expect(defaultOf('HOST')).toBe(config.host);
    expect(resolve(defaultOf('DATA_DIR') ?? '')).toBe(config.dataDir);
    expect(resolve(defaultOf('OPERATOR_DIR') ?? '')).toBe(config.operatorDir);
    expect(defaultOf('OPERATOR_FEED')).toBe(config.operatorFeed);
    expect(defaultOf('TRUSTED_PROXIES')).toBe(config.trustedProxies);
    expect(defaultOf('LOG_LEVEL')).toBe(config.logLevel);
    expect(defaultOf('DEMO')).toMatch(/^1 with the embedded database outside production, else 0$/);
    expect(readConfig({ DATABASE_URL: GOOD.DATABASE_URL }).demo).toBe(false);
    for (const name of ['DATABASE_URL', 'SMTP_URL', 'DESK_API_KEY', 'DESK_MANAGER', 'NODE_ENV'])
      expect(defaultOf(name), name).toBe('unset');
    const levels = rows.find(({ names }) => names.includes('LOG_LEVEL'))?.effect.match(/\w+(?=`)/g);
    expect(levels).toEqual([...LOG_LEVELS]);
  });

  test('names a proxy that passes the largest body that the server accepts', () => {
    const bytesOf = (file: string, place: RegExp) => {
      expect(page).toContain(`deploy/nginx/${file}`);
      const text = readFileSync(join(import.meta.dirname, '../../../../../deploy/nginx', file), 'utf8');
      return Number(place.exec(text)?.[1]) * 1024 * 1024;
    };
    const usual = bytesOf('host.conf', /client_max_body_size (\d+)m;/);
    const largest = ALL_CALLS.filter(({ file }) => !file).map(({ bodyBytes }) => bodyBytes);
    expect(usual).toBeGreaterThan(Math.max(...largest));
    expect(usual).toBe(MAX_DISCARDED_BYTES);
    const feed = /location = \/desk\/feed\/upload \{\s*client_max_body_size (\d+)m;/;
    expect(bytesOf('kippu.conf', feed)).toBeGreaterThan(FEED_BYTES);
  });
});
