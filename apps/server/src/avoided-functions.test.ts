// The server's code contains nothing that turns text into a program, a command, a request or a pattern.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const OF_TESTS = /\.test(-helper)?\.ts$|-fixture\.ts$/;
const SOURCES = ['apps/server', 'packages/domain', 'packages/contract', 'packages/ticket-code'].flatMap(
  (floor) =>
    readdirSync(join(ROOT, floor, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !OF_TESTS.test(name))
      .map((name) => ({
        name: join(floor, 'src', name),
        text: readFileSync(join(ROOT, floor, 'src', name), 'utf8'),
      })),
);
const filesWith = (pattern: RegExp) =>
  SOURCES.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

test('the server starts no other program', () => {
  expect(SOURCES.length).toBeGreaterThan(300);
  expect(filesWith(/['"](node:)?(child_process|cluster)['"]/)).toEqual([]);
  // Only the reader of the operator's files has threads, which run a file of the server.
  expect(filesWith(/['"](node:)?worker_threads['"]/).toSorted()).toEqual([
    'apps/server/src/platform/operator/operator-worker.ts',
    'apps/server/src/platform/operator/read-operator.ts',
  ]);
});

test('the server runs no text as code', () => {
  expect(filesWith(/\beval\(|\bFunction\(|['"](node:)?(vm|repl)['"]|import\(\s*[^'"\s]/)).toEqual([]);
});

// The addresses of feeds are settings, and those of phones are checked by platform/push/push-address.ts, those of partners by
// partner/webhooks/endpoint-address.ts, and the connections of both by platform/http/public-address.ts.
test('the server sends HTTP requests to live feeds, push services and partners only', () => {
  expect(
    filesWith(
      // A server may be made: it sends nothing by itself.
      /(?<![.#\w])fetch\(|(?<!import (type .*|\{ createServer \} ))(from |require\(|import\()['"](node:)?(https?|http2|undici)['"]/,
    ),
  ).toEqual(['apps/server/src/live/feed/fetch-feed.ts', 'apps/server/src/platform/http/post-outside.ts']);
});

test('a regular expression is built from constants only', () => {
  const built = SOURCES.flatMap(({ text }) =>
    [...text.matchAll(/RegExp\((.*)/g)].map(([, from = '']) => from),
  );
  expect(built.length).toBeGreaterThan(0);
  for (const from of built) {
    expect(from).toMatch(/^`/);
    for (const [, value] of from.matchAll(/\$\{([^}]*)\}/g)) expect(value).toMatch(/^[A-Z_]+$/);
  }
});

test('the text of a log line is a constant', () => {
  const lines = SOURCES.flatMap(({ text }) =>
    [...text.matchAll(/\blog\.(?:trace|debug|info|warn|error|fatal)\(([^;]*)/g)].map(([, from = '']) => from),
  );
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) expect(line).toMatch(/^(\{[^{}]*\}|\w+(\(\w+\))?), '[^'%]+'\)/);
});

test('raw SQL text is a column name or a migration, never input of a call', () => {
  expect(filesWith(/\bsql\.raw\(/).toSorted()).toEqual([
    'apps/server/src/platform/db/migrate.ts',
    'apps/server/src/reservation/store/disruption-store.ts',
  ]);
});
