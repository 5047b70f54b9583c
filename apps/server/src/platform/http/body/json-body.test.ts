// A body is parsed only if it has few values, so that a long one costs little.
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { BODY_BYTES } from '@kippu/contract/limits';
import { AppError } from '../../wire/app-error.ts';
import { MAX_JSON_DEPTH, MAX_JSON_MARKS, parseBody, readBody } from './json-body.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
/** An object with so many fields has twice as many marks. */
const fields = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')}}`;

test('what is simple is parsed, and marks within texts do not count', () => {
  const marks = '{[,:]}"\\'.repeat(MAX_JSON_MARKS);
  for (const value of [
    {},
    [],
    1,
    'a',
    null,
    { a: ['\\', '"', '\\"', marks, { b: marks }] },
    { [marks]: '\\\\' },
  ])
    expect(parseBody(JSON.stringify(value))).toEqual(value);
  expect(parseBody('')).toBeUndefined();
  expect(parseBody(fields(MAX_JSON_MARKS / 2))).toHaveProperty(`k${MAX_JSON_MARKS / 2 - 1}`);
  expect(parseBody(nested(MAX_JSON_DEPTH))).toHaveLength(1);
});

test('a body with too many or too deep values is refused before it is parsed', () => {
  const parse = vi.spyOn(JSON, 'parse');
  for (const text of [
    fields(MAX_JSON_MARKS / 2 + 1),
    fields(180_000),
    `[${'1,'.repeat(MAX_JSON_MARKS)}1]`,
    nested(MAX_JSON_DEPTH + 1),
    '['.repeat(1_900_000),
    '{"a":'.repeat(MAX_JSON_DEPTH + 1),
    `["\\"",${nested(MAX_JSON_DEPTH)}]`,
    `["\\\\",${nested(MAX_JSON_DEPTH)}]`,
  ])
    expect(() => parseBody(text), text.slice(0, 20)).toThrow(expect.objectContaining({ code: 'REQ-0001' }));
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

test('what is no JSON is refused', () => {
  for (const text of [
    'x',
    '{',
    '"',
    '"\\',
    '"\\"',
    '{"a":"\\\\\\"}',
    ']'.repeat(100_000),
    '"'.repeat(99_999),
  ])
    expect(() => parseBody(text), text.slice(0, 20)).toThrow(AppError);
});

test('a long body is not parsed if its caller hangs up before its turn', async () => {
  const long = JSON.stringify('a'.repeat(BODY_BYTES));
  const raw = new IncomingMessage(new Socket());
  expect(await readBody({ raw }, long)).toHaveLength(BODY_BYTES);
  const parse = vi.spyOn(JSON, 'parse');
  const reading = readBody({ raw }, long);
  raw.socket.destroy();
  await expect(reading).rejects.toThrow(expect.objectContaining({ code: 'ECONNRESET' }));
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});
