// Two server processes with a DATA_DIR each on one database are one server: what one makes, the other accepts.
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as routes from '@kippu/contract/routes/traveller/account';
import { secretText } from '@kippu/contract/secret';
import { encryptedText } from '../test/encrypted.ts';
import { startProcess, type Process } from '../test/start-process.ts';

const MAIN = 'apps/server/src/main.ts';
const PASSWORD = 'Hozugawa-58-boat';
const EMAIL = 'mei@example.com';
const server = process.env['TEST_DATABASE_URL'] || undefined;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Makes calls to one process, as a phone that keeps its device id. */
async function call<T>(origin: string, { method, path }: { method: string; path: string }, body?: object) {
  const answer = await fetch(origin + path, {
    method,
    headers: {
      'x-device-id': 'a phone',
      'idempotency-key': randomUUID(),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { code, data } = (await answer.json()) as { code: string; data: T };
  return { code, data };
}

interface PublicKey {
  readonly kid: string;
  readonly ticket: string;
  readonly jwk: { readonly kty: string; readonly n: string; readonly e: string };
}
async function encrypted(origin: string, purpose: string) {
  const { kid, ticket, jwk } = (await call<PublicKey>(origin, routes.publicKey)).data;
  const text = secretText({ purpose, nonce: randomUUID(), ticket, password: PASSWORD });
  return encryptedText({ publicKey: { kid, jwk } }, text);
}

/** Returns the code that was mailed to EMAIL. Any of the processes may have sent it. */
async function mailedCode(origins: readonly string[]): Promise<string> {
  const textsOf = async (origin: string) => {
    const mails = (await (await fetch(`${origin}/dev/mail.json?to=${EMAIL}`)).json()) as { text: string }[];
    return mails.map(({ text }) => text);
  };
  const read = async () => {
    const texts = (await Promise.all(origins.map(textsOf))).flat();
    return /(?<!\d)\d{6}(?!\d)/.exec(texts.join('\n'))?.[0] ?? '';
  };
  return vi.waitFor(
    async () => {
      const code = await read();
      expect(code).not.toBe('');
      return code;
    },
    { timeout: 60_000, interval: 200 },
  );
}

describe.skipIf(server === undefined)('on PostgreSQL', () => {
  const name = `two_${randomBytes(6).toString('hex')}`;
  const url = new URL(server ?? 'postgres://none');
  url.pathname = `/${name}`;
  const onServer = async (statement: string) => {
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  let parent: string;
  let running: Process[];
  const start = async (folder: string, env: Readonly<Record<string, string>>) => {
    const port = await freePort();
    const process = startProcess(MAIN, {
      DATA_DIR: join(parent, folder),
      PORT: String(port),
      DATABASE_URL: url.href,
      ...env,
    });
    running.push(process);
    return { process, origin: `http://127.0.0.1:${port}` };
  };
  /** Starts a process and waits until it is ready. */
  const ready = async (folder: string, env: Readonly<Record<string, string>>): Promise<string> => {
    const { process, origin } = await start(folder, env);
    let code: number | null | undefined;
    void process.ended.then((ended) => (code = ended));
    const isReady = () =>
      fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) {
      if (code !== undefined) throw new Error(`it ended with ${code}: ${process.stderr()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return origin;
  };

  beforeAll(() => onServer(`create database ${name}`));
  afterAll(() => onServer(`drop database ${name} with (force)`));
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'kippu-two-'));
    running = [];
  });
  afterEach(async () => {
    await Promise.all(running.map(({ stop }) => stop()));
    rmSync(parent, { recursive: true });
  });

  const env = { KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64') };

  test('a mailed code and an encrypted password of one work at the other; a third with another key does not start', async () => {
    const [a, b] = await Promise.all([ready('a', env), ready('b', env)]);

    await call(a, routes.sendVerifyCode, { email: EMAIL, purpose: 'registry' });
    const verifyCode = await mailedCode([a, b]);
    const password = await encrypted(a, routes.registry.name);
    const registered = await call(b, routes.registry, {
      email: EMAIL,
      emailRepeat: EMAIL,
      verifyCode,
      password,
      passwordRepeat: password,
      fullname: 'Mei Tanaka',
      username: 'mei',
      country: 'TW',
      language: 'en',
      termsAccepted: true,
      privacyAccepted: true,
    });
    expect(registered.code).toBe('OK');
    const signedIn = await call(a, routes.login, {
      loginType: 'password',
      loginAgent: 'guest',
      saasId: 11950,
      account: EMAIL,
      deviceId: randomUUID(),
      password: await encrypted(b, routes.login.name),
    });
    expect(signedIn.code).toBe('OK');

    const other = await start('c', { KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64') });
    expect(await other.process.ended).toBe(1);
    expect(other.process.stderr()).toMatch(
      /^kippu: KEY_FILE: the \w+ key \w+ in the database is wrapped with the wrapping key \w+, and this process has \w+; start it with that wrapping key, or with both\n$/,
    );
  }, 240_000);

  test('the commands work with the database and the wrapping key alone', async () => {
    const run = async (command: string, ...args: readonly string[]) => {
      const started = startProcess(
        `apps/server/src/commands/${command}.ts`,
        { DATA_DIR: join(parent, command), DATABASE_URL: url.href, ...env },
        args,
      );
      const code = await started.ended;
      expect(started.stderr()).toBe('');
      expect(code).toBe(0);
      return started.stdout();
    };
    expect(await run('rotate-issuer-key', '1')).toMatch(/^Key \w+ signs from \d{4}-/);
    const replaced = await run('replace-keys', 'issuer');
    const [, kid = ''] = /^Key (\w+) replaces all issuer keys/.exec(replaced) ?? [];
    const posters = join(parent, 'posters');
    expect(await run('print-posters', posters)).toContain(`signed with key ${kid}.`);
    expect(readdirSync(posters)).toContain('kyoto.svg');
  }, 240_000);
});
