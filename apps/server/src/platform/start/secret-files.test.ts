// Secrets read from files: credentials of systemd, secrets of a container.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';

let folder: string;
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'kippu-secrets-'))));
afterAll(() => rmSync(folder, { recursive: true }));

test('a secret is its file’s content without the line break at its end', () => {
  const config = readConfig({
    DATABASE_URL_FILE: file('database-url', 'postgres://kippu:secret@127.0.0.1/kippu\n'),
    SMTP_URL_FILE: file('smtp-url', ' smtps://kippu:secret@mail.example:465 \n'),
    DESK_API_KEY_FILE: file('desk-api-key', 'sixteen-characters-or-more'),
    DESK_MANAGER: 'head@rail.example',
    DESK_MANAGER_PASSWORD_FILE: file('manager', 'Hozugawa-58-boat\n'),
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example',
    OTEL_EXPORTER_OTLP_HEADERS_FILE: file('otel', 'api-key=s3cret\n'),
  });
  expect(config).toMatchObject({
    databaseUrl: 'postgres://kippu:secret@127.0.0.1/kippu',
    smtpUrl: 'smtps://kippu:secret@mail.example:465',
    deskApiKey: 'sixteen-characters-or-more',
    traces: { headers: { 'api-key': 's3cret' } },
    deskManager: { email: 'head@rail.example', password: 'Hozugawa-58-boat' },
  });
});

test.each([
  [
    'a missing file',
    () => ({ SMTP_URL_FILE: join(folder, 'none') }),
    /^SMTP_URL_FILE: cannot read .*none \(ENOENT\)$/,
  ],
  [
    'an empty file',
    () => ({ DESK_API_KEY_FILE: file('empty', '\n') }),
    /^DESK_API_KEY_FILE: .*empty is empty$/,
  ],
  [
    'a file beside the setting',
    () => ({ DATABASE_URL: 'postgres://secret', DATABASE_URL_FILE: file('second', 'postgres://secret') }),
    /^DATABASE_URL_FILE: must not be set together with DATABASE_URL$/,
  ],
  [
    'a wrong value',
    () => ({ SMTP_URL_FILE: file('wrong', 'secret') }),
    /^SMTP_URL: must be a URL(?!.*secret)/,
  ],
])('%s stops the start with one line', (_what, env, line) => {
  expect(() => readConfig(env())).toThrow(line);
});
