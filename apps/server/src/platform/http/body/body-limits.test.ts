// Every call accepts the largest body that its schema allows, and refuses one byte over its limit.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import type { Call } from '@kippu/contract/call';
import { BODY_BYTES } from '@kippu/contract/limits';
import { addBearerGate } from '../../../../test/gate/gate-device.ts';
import { addStaff, emailOf, tryToSignIn } from '../../../../test/staff.ts';
import { openTicketApp, type TicketFixture, type TestUser } from '../../../../test/ticket/ticket.ts';

let fixture: TicketFixture;
let traveller: TestUser;
let gate: string;
let manager: string;

beforeAll(async () => {
  fixture = await openTicketApp();
  traveller = await fixture.traveller('hanako');
  gate = `Gate ${await addBearerGate(fixture.deps.db, fixture.deps.clock())}`;
  await addStaff(fixture.deps, 'manager');
  manager = `Bearer ${(await tryToSignIn(fixture, emailOf('manager'))).json().data.token}`;
});
afterAll(() => fixture.close());

type Schema = TSchema & {
  readonly properties?: Record<string, Schema>;
  readonly patternProperties?: Record<string, Schema>;
  readonly oneOf?: readonly { readonly required: readonly string[] }[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxProperties?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string;
};

/** What JSON makes six bytes of, four bytes of UTF-8, and the letters of patterns. */
const LETTERS = ['\u0001', '\u{20bb7}', 'A', 'a', '0'];
/** The lengths that patterns ask for. */
const LENGTHS = [2, 18, 22, 43, 44, 87, 92, 128];
const lengthOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const longest = (values: readonly unknown[]) =>
  values.reduce((best, value) => (lengthOf(value) > lengthOf(best) ? value : best));

/** Texts to try for a schema. The nth differs from the others where `n` is given. */
function texts({ maxLength }: Schema, n?: number): string[] {
  const lengths =
    maxLength === undefined ? LENGTHS : [maxLength, ...LENGTHS.filter((each) => each < maxLength)];
  const first = n === undefined ? '' : `${1000 + n}`;
  const picture = 'data:image/webp;base64,';
  return [
    '2026-10-25 02:30:00+01:00',
    '2026-10-25 02:30:00',
    '2026-10-25',
    '2026-10',
    'abcdefgh-abcdefgh-abcdefgh-abcdefgh',
    '23:59',
    ...(maxLength === undefined ? [] : [`https://${'A'.repeat(Math.max(0, maxLength - 8))}`]),
    `${10 + (n ?? 0)}-12A`,
    ...(maxLength === undefined ? [] : [picture + 'A'.repeat(Math.max(0, maxLength - picture.length - 2))]),
    ...lengths.flatMap((length) =>
      LETTERS.map((letter) => first + letter.repeat(Math.max(0, length - first.length))),
    ),
  ];
}

/** Returns the valid value of a schema with the longest JSON. */
function largest(schema: Schema, n?: number): unknown {
  const of = (value: unknown) => {
    if (!Check(schema, value)) throw new Error(`no value of ${JSON.stringify(schema)}: ${lengthOf(value)}`);
    return value;
  };
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return longest(schema.enum);
  if (schema.anyOf) return longest(schema.anyOf.map((each) => largest(each)));
  if (schema.type === 'string') return longest(texts(schema, n).filter((text) => Check(schema, text)));
  if (schema.type === 'boolean') return false;
  if (schema.type === 'null') return null;
  if (schema.type === 'integer' || schema.type === 'number') {
    const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema;
    return longest(
      [minimum, maximum - (n ?? 0), -12.345678901234567, 12.345678901234567].filter((each) =>
        Check(schema, each),
      ),
    );
  }
  if (schema.type === 'array' && schema.items) {
    const { items, maxItems = 0 } = schema;
    // Values of a set that differ are as long as they are.
    if (schema.uniqueItems && items.enum) return of(items.enum.slice(0, maxItems));
    return of(Array.from({ length: maxItems }, (_, index) => largest(items, index)));
  }
  const [tag] = Object.values(schema.patternProperties ?? {});
  if (tag) {
    const names = Array.from(
      { length: schema.maxProperties ?? 0 },
      (_, index) => `ab-${10_000_000 + index}-abcdefgh-abcdefgh-abc`,
    );
    return of(Object.fromEntries(names.map((name) => [name, largest(tag)])));
  }
  const all = Object.entries(schema.properties ?? {}).map(([name, each]) => [name, largest(each)] as const);
  const isChoice = schema.maxProperties === 1;
  const choices = isChoice
    ? all.map(([name]) => name)
    : (schema.oneOf ?? []).flatMap(({ required }) => required);
  if (choices.length === 0) return of(Object.fromEntries(all));
  const without = choices.map((chosen) =>
    Object.fromEntries(all.filter(([name]) => name === chosen || !choices.includes(name))),
  );
  return longest(without.map(of));
}

function credentialOf({ auth, personal }: Call): Record<string, string> {
  if (auth === 'gate') return { authorization: gate };
  if (auth === 'desk') return { authorization: manager };
  return auth === 'guest' || personal ? { authorization: traveller.authorization() } : {};
}

let sent = 0;
/** Sends a body to a call. Returns the status, or 'not parsed' for one that was refused before its schema was looked at. */
async function send(
  call: Call,
  payload: string,
  method: 'POST' | 'PUT' | 'DELETE',
): Promise<number | string> {
  sent += 1;
  const answer = await fixture.app.inject({
    method,
    url: call.path,
    headers: { ...credentialOf(call), 'content-type': 'application/json' },
    payload,
    remoteAddress: `10.0.${sent >> 8}.${sent & 255}`,
  });
  const { code, values } = answer.json();
  return code === 'REQ-0001' && values.field === '' ? 'not parsed' : answer.statusCode;
}

/** The body of a call with spaces up to a length in bytes. */
const filled = (body: string, bytes: number) =>
  `${body.slice(0, -1)}${' '.repeat(bytes - Buffer.byteLength(body))}}`;

/** The calls with a JSON body, and those that accept their query as one. Those that end a session come last. */
const ENDING = ['logout', 'deskSignOut'];
const CALLS = ALL_CALLS.filter(
  ({ method, file, privateQuery }) => !file && (method !== 'GET' || privateQuery),
)
  .toSorted((a, b) => ENDING.indexOf(a.name) - ENDING.indexOf(b.name))
  .map((call) => [call.name, call] as const);

test.each(CALLS)('%s', async (_name, call) => {
  const method = call.method === 'GET' ? 'POST' : call.method;
  const value =
    call.method === 'GET'
      ? largest(call.query as Schema)
      : {
          ...(call.privateQuery ? (largest(call.query as Schema) as object) : {}),
          ...(largest(call.body as Schema) as object),
        };
  const body = JSON.stringify(value);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(call.bodyBytes);
  // A call that declares a larger limit needs it.
  if (call.bodyBytes > BODY_BYTES) expect(4 * Buffer.byteLength(body)).toBeGreaterThan(call.bodyBytes);
  expect(await send(call, filled(body, call.bodyBytes + 1), method)).toBe(413);
  for (const payload of [body, filled(body, call.bodyBytes)])
    expect([413, 'not parsed']).not.toContain(await send(call, payload, method));
});

test('only few calls accept more than 32 kB', () => {
  const larger = ALL_CALLS.filter(({ bodyBytes }) => bodyBytes > BODY_BYTES).map(({ name }) => name);
  expect(larger.toSorted()).toEqual(
    [
      'deskChangeTrain',
      'deskSaveNotice',
      'deskTickets',
      'deskTryTrainChange',
      'deskUploadFeed',
      'feedbackSave',
      'gateDecide',
      'gateEvents',
    ].toSorted(),
  );
});
