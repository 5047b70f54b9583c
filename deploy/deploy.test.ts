// The files of deploy/ name commands, paths, settings and ports that exist.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../apps/server/src/platform/start/config.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from '../apps/server/test/untrusted-certificate.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const has = (program: string, option: string) => spawnSync(program, [option]).status === 0;

/** The names of every setting that the server reads. */
function knownSettings(): ReadonlySet<string> {
  const names = new Set<string>();
  readConfig(
    new Proxy<Record<string, string | undefined>>(
      {},
      {
        get: (_, name) => {
          names.add(String(name));
          return undefined;
        },
      },
    ),
  );
  return names;
}
const KNOWN = knownSettings();

/** Reads `NAME=value` pairs. */
const pairsOf = (words: readonly string[]) =>
  Object.fromEntries(words.map((word) => [word.split('=')[0] ?? '', word.replace(/^[^=]*=/, '')]));

/** The longest time that a stop takes, in seconds. */
const stopSeconds =
  Number(/STOP_WITHIN_MS = ([\d_]+)/.exec(read('apps/server/src/main.ts'))?.[1]?.replaceAll('_', '')) / 1000;

/** Returns a port of this machine on which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'kippu-deploy-'))));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the systemd unit', () => {
  const unit = read('deploy/systemd/kippu@.service');
  const lines = unit.split('\n').filter((line) => /^\w+=/.test(line));
  const valuesOf = (key: string) =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
  const settings = pairsOf(valuesOf('Environment').flatMap((line) => line.split(' ')));

  test('runs node itself, on a file of the release', () => {
    const [program, file] = (valuesOf('ExecStart')[0] ?? '').split(' ');
    expect(program).toBe('/usr/bin/node');
    expect(existsSync(join(ROOT, file ?? ''))).toBe(true);
  });

  test('with its file of settings and its credentials it starts in production', () => {
    const fromFile = pairsOf(
      read('deploy/systemd/kippu.env')
        .split('\n')
        .filter((line) => /^\w+=/.test(line)),
    );
    for (const name of Object.keys({ ...settings, ...fromFile })) expect(KNOWN, name).toContain(name);
    const credentials = valuesOf('LoadCredential').map((line) => line.split(':')[0] ?? '');
    const named = Object.entries(settings).filter(([name]) => name.endsWith('_FILE'));
    expect(named.map(([, value]) => value.replace('%d/', '')).toSorted()).toEqual(credentials.toSorted());
    const texts: Record<string, string> = {
      'database-url': 'postgres:///kippu?host=/run/postgresql&user=kippu',
      'smtp-url': 'smtps://kippu:secret@mail.example:465',
      'desk-api-key': 'x'.repeat(44),
      'wrapping-key': randomBytes(32).toString('base64'),
    };
    for (const name of credentials) writeFileSync(join(folder, name), texts[name] ?? '');
    const env = Object.fromEntries(
      Object.entries({ ...fromFile, ...settings }).map(([name, value]) => [
        name,
        value.replaceAll('%i', '8081').replace('%d', folder).replace('%S', '/var/lib'),
      ]),
    );
    expect(readConfig(env)).toMatchObject({
      production: true,
      port: 8081,
      dataDir: '/var/lib/kippu/8081',
      databaseUrl: texts['database-url'],
      operatorDir: '/opt/kippu/operators/kansai',
    });
  });

  test('gives a stop more time than it takes', () => {
    expect(valuesOf('KillSignal')).toEqual(['SIGTERM']);
    expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(stopSeconds);
  });

  test.skipIf(!has('systemd-analyze', '--version'))('is accepted by systemd', () => {
    // The paths of the service need not exist on this machine.
    const here = unit.replace('/usr/bin/node', process.execPath).replaceAll('/opt/kippu', ROOT);
    writeFileSync(join(folder, 'kippu@.service'), here);
    const { status, stdout, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', join(folder, 'kippu@8080.service')],
      { encoding: 'utf8' },
    );
    expect(`${stdout}${stderr}`).not.toMatch(/kippu@/);
    expect(status).toBe(0);
  });
});

test('a command gets the secrets and settings of the service that it needs', () => {
  const script = read('deploy/systemd/kippu-command');
  const unit = read('deploy/systemd/kippu@.service');
  const given = [...script.matchAll(/LoadCredential=(\S+)/g)].map(([, value = '']) => value);
  expect(given.length).toBeGreaterThan(2);
  for (const credential of given) expect(unit).toContain(`LoadCredential=${credential}\n`);
  for (const [, name = ''] of script.matchAll(/\b([A-Z_]+)="\$(?:CREDENTIALS|STATE)_DIRECTORY/g))
    expect(KNOWN, name).toContain(name);
  expect(statSync(join(ROOT, 'deploy/systemd/kippu-command')).mode & 0o777).toBe(0o755);
  const named = [...read('docs/operating.md').matchAll(/kippu-command ([a-z-]+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) expect(existsSync(join(ROOT, `apps/server/src/commands/${name}.ts`))).toBe(true);
});

const PGBOUNCER = '/usr/sbin/pgbouncer';
test.skipIf(!existsSync(PGBOUNCER))('PgBouncer starts with its settings', async () => {
  const there = join(folder, 'pgbouncer');
  mkdirSync(there);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const each of [folder, there]) chmodSync(each, 0o777);
  for (const file of ['one-machine.ini', 'pg_hba.conf'])
    writeFileSync(
      join(there, file),
      read(`deploy/pgbouncer/${file}`).replaceAll(/\/(etc\/pgbouncer|var\/(log|run)\/postgresql)/g, there),
    );
  writeFileSync(join(there, 'userlist.txt'), '"kippu" ""\n');
  const args = [...(isRoot ? ['-u', 'postgres'] : []), join(there, 'one-machine.ini')];
  const child = spawn(PGBOUNCER, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const ended = once(child, 'exit');
  await vi.waitFor(
    () => expect(child.exitCode !== null || existsSync(join(there, '.s.PGSQL.6432')), said).toBe(true),
    { timeout: 60_000 },
  );
  child.kill();
  await ended;
  expect(said).not.toMatch(/ERROR|FATAL/);
  // The service must be back within ten seconds.
  for (const file of ['one-machine.ini', 'pgbouncer.ini'])
    expect(Number(/^server_login_retry = (\d+)$/m.exec(read(`deploy/pgbouncer/${file}`))?.[1])).toBeLessThan(
      5,
    );
  expect(read('docs/operating.md')).toContain('port=6432&user=kippu');
});

describe('the container', () => {
  const lines = read('deploy/Containerfile').replaceAll('\\\n', '').split('\n');
  const argsOf = (word: string) =>
    lines
      .filter((line) => line.trim().startsWith(`${word} `))
      .map((line) => line.trim().slice(word.length + 1));

  test('has the Node of this repository', () => {
    for (const image of argsOf('FROM'))
      expect(image).toMatch(new RegExp(`^node:${read('.nvmrc').trim()}-slim( |$)`));
  });

  test('names scripts and files that exist', () => {
    const named = lines.flatMap((line) => line.match(/\b(?:apps|scripts)\/[\w./-]+/g) ?? []);
    expect(named.length).toBeGreaterThan(1);
    for (const file of named) expect(existsSync(join(ROOT, file)), file).toBe(true);
  });

  test('runs node itself as a user without rights, with known settings', () => {
    expect(JSON.parse(argsOf('CMD').at(-1) ?? '')).toEqual(['node', 'apps/server/src/main.ts']);
    expect(argsOf('USER')).toEqual(['node']);
    const settings = pairsOf((argsOf('ENV')[0] ?? '').split(' '));
    for (const name of Object.keys(settings)) expect(KNOWN, name).toContain(name);
    expect(argsOf('EXPOSE')).toEqual([settings['PORT']]);
    expect(argsOf('VOLUME')).toEqual([settings['DATA_DIR']]);
  });

  test('its health check fails where nothing answers', () => {
    const [node = '', ...args] = JSON.parse(
      / CMD (.*)$/.exec(argsOf('HEALTHCHECK')[0] ?? '')?.[1] ?? '',
    ) as string[];
    expect([node, args[0]]).toEqual(['node', '-e']);
    const { status } = spawnSync(process.execPath, args, { env: { PORT: '1' }, timeout: 60_000 });
    expect(status).toBe(1);
  });
});

test.skipIf(!has('promtool', '--version'))('the alerts are accepted by Prometheus, and fire in time', () => {
  const cwd = join(ROOT, 'deploy/observability');
  for (const command of [
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', command, { cwd, encoding: 'utf8' });
    expect(status, `${stdout}${stderr}`).toBe(0);
  }
});

describe('the proxy', () => {
  const site = read('deploy/nginx/kippu.conf');

  test('forwards to the ports of the documented services', () => {
    const ports = [
      ...read('deploy/nginx/upstream.conf').matchAll(/server 127\.0\.0\.1:(\d+) max_fails=0;/g),
    ].map(([, port]) => port);
    const enabled = /systemctl enable --now ((?:kippu@\d+ ?)+)/.exec(read('docs/operating.md'))?.[1] ?? '';
    expect(ports).toEqual(
      enabled
        .trim()
        .split(' ')
        .map((name) => name.replace('kippu@', '')),
    );
  });

  test('listens on IPv6 wherever it listens on IPv4', () => {
    const listening = [...site.matchAll(/^ +listen (\[::\]:)?(\d+)(.*);$/gm)];
    const [six, four] = [true, false].map((isSix) =>
      listening
        .filter(([, any]) => (any !== undefined) === isSix)
        .map(([, , port = '', options = '']) => port + options),
    );
    expect(four).toHaveLength(5);
    expect(six).toEqual(four);
  });

  test('includes files that are beside it', () => {
    const included = [...site.matchAll(/include kippu\/([\w.]+);/g)].map(([, file]) => file ?? '');
    expect(included.length).toBeGreaterThan(0);
    expect(readdirSync(join(ROOT, 'deploy/nginx'))).toEqual(expect.arrayContaining(included));
  });

  test('has no made-up name once its documented command has replaced them', () => {
    const [, script = ''] = /^sed -i '([^']+)' \S+kippu\.conf$/m.exec(read('docs/operating.md')) ?? [];
    const { stdout } = spawnSync('sed', [script], { input: site, encoding: 'utf8' });
    expect(stdout).toContain('server_name tickets.your.railway gate.your.railway desk.your.railway;');
    expect(stdout).not.toMatch(/\w+\.example\b/);
  });

  /** Writes the proxy's files, changed by `edit`, into a new folder. Returns nginx's options to use them. */
  function installed(edit: (text: string) => string = (text) => text): string[] {
    const nginx = mkdtempSync(join(folder, 'nginx-'));
    const kippu = join(nginx, 'kippu');
    mkdirSync(kippu);
    writeFileSync(join(kippu, 'certificate.pem'), CERTIFICATE);
    writeFileSync(join(kippu, 'key.pem'), CERTIFICATE_KEY);
    const here = (text: string) => text.replaceAll('/etc/nginx', nginx).replaceAll('/var/log/nginx', nginx);
    for (const file of readdirSync(join(ROOT, 'deploy/nginx')))
      writeFileSync(join(kippu, file), edit(here(read(`deploy/nginx/${file}`))));
    writeFileSync(
      join(nginx, 'nginx.conf'),
      // What Debian's nginx.conf sets, and a site may not set again beside it.
      `pid ${nginx}/pid; events {} http { ssl_protocols TLSv1.2 TLSv1.3; ssl_prefer_server_ciphers on; gzip on; include ${kippu}/upstream.conf; include ${kippu}/kippu.conf; }`,
    );
    return ['-p', nginx, '-c', join(nginx, 'nginx.conf')];
  }

  test.skipIf(!has('nginx', '-v'))('is accepted by nginx', () => {
    const { status, stderr } = spawnSync('nginx', ['-t', ...installed()], { encoding: 'utf8' });
    expect(stderr).not.toMatch(/emerg|\[warn\]/);
    expect(status).toBe(0);
  });

  test.skipIf(!has('nginx', '-v'))('redirects the pages of its own names alone', async () => {
    const [port, other] = [await freePort(), await freePort()];
    const onLoopback = (text: string) =>
      text
        .replaceAll(/^ +listen \[::\]:.*$/gm, '')
        .replaceAll(/listen 80\b/g, `listen 127.0.0.1:${port}`)
        .replaceAll(/listen 443\b/g, `listen 127.0.0.1:${other}`);
    const child = spawn('nginx', [...installed(onLoopback), '-g', 'daemon off;'], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    const ask = async (host: string, path: string) => {
      const asked = request({ port, host: '127.0.0.1', path, headers: { host } });
      asked.end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      answer.resume();
      return [answer.statusCode, answer.headers.location];
    };
    try {
      const answer = await vi.waitFor(() => ask('tickets.example', '/?a=1'), { timeout: 60_000 });
      expect(answer).toEqual([308, 'https://tickets.example/?a=1']);
      expect(await ask('Desk.Example', '/desk/')).toEqual([308, 'https://desk.example/desk/']);
      expect(await ask('gate.example', '/gate/sync')).toEqual([403, undefined]);
      for (const host of [
        'evil.example',
        '127.0.0.1',
        'tickets.example.evil.example',
        `evil.example:${port}`,
      ])
        for (const path of ['/', '/desk/', '/gate', 'http://evil.example/'])
          expect(await ask(host, path), `${host} ${path}`).toEqual([403, undefined]);
    } finally {
      child.kill();
      await ended;
    }
  });
});
