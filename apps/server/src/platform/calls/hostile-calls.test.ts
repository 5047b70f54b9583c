// Sends hostile values in place of each field, header and body of every call. Each answer must have a code below 500 and no
// trace of the code. Each field gets a few of the values, the next field the next ones; the long tests send all to each.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { TSchema } from 'typebox';
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import type { Call } from '@kippu/contract/call';
import { addStaff, emailOf, tryToSignIn } from '../../../test/staff.ts';
import { addBearerGate } from '../../../test/gate/gate-device.ts';
import { openTicketApp, type TicketFixture, type TestUser } from '../../../test/ticket/ticket.ts';
import { TEST_DESK_KEY } from '../../../test/app-context.ts';
import { partOf } from '../../../test/long-tests.ts';

let fixture: TicketFixture;
let traveller: TestUser;
let gate: string;
let manager: string;
/** A valid value for each field, by name, so that a call gets as far as possible. */
let good: Record<string, unknown>;

beforeAll(async () => {
  fixture = await openTicketApp();
  traveller = await fixture.traveller('hanako');
  gate = `Gate ${await addBearerGate(fixture.deps.db, fixture.deps.clock())}`;
  await addStaff(fixture.deps, 'manager');
  manager = `Bearer ${(await tryToSignIn(fixture, emailOf('manager'))).json().data.token}`;
  const [unbound] = await fixture.issue('kansai-pass-2day');
  // The hostile values may suspend this account.
  const other = await fixture.traveller('taro');
  const ticketId = await traveller.inUse('kansai-pass-2day');
  const password = fixture.encrypted('Hozugawa-58-boat');
  good = {
    ticketId,
    stationId: 'kyoto',
    from: 'kansai-airport',
    to: 'kyoto',
    date: '2026-04-01',
    ticketIds: ticketId,
    departureId: 'haruka-14@2026-04-01',
    productId: 'city-day-qr',
    account: 'a@b.jp',
    email: 'a@b.jp',
    emailRepeat: 'a@b.jp',
    verifyCode: '123456',
    country: 'JP',
    redeemCode: unbound?.redeemCode,
    password,
    passwordRepeat: password,
    oldPassword: password,
    loginType: 'password',
    loginAgent: 'guest',
    saasId: 11950,
    at: '2026-04-01 08:00:00',
    useExpireDate: '2026-04-20',
    lat: 34.9,
    lon: 135.7,
    deviceKey: 'AmsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKW',
    q: unbound?.voucherNo,
    accountId: other.accountId,
    ticketNo: unbound?.ticketNo,
  };
});
afterAll(() => fixture.close());

const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const END = Date.UTC(10_000, 0);
const JUNK: readonly unknown[] = [
  null,
  '',
  0,
  -1,
  1.5,
  2 ** 53,
  true,
  [],
  ['a'],
  {},
  { a: 1 },
  'NaN',
  '1e400',
  '9'.repeat(18),
  'x'.repeat(10_000),
  '🚄'.repeat(12),
  '\u202e\u200b\u200fא',
  '\ud800',
  'a\udc00',
  'a\0b',
  '\u0001',
  'ﷺ'.repeat(50),
  "'; drop table ticket; --",
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  '%00',
  '%ff',
  '0000-01-01',
  '2026-02-31',
  '9999-12-31',
  '0000-01-01 00:00:00',
  '9999-12-31 23:59:59',
  ...[
    [0, END, 'a'],
    [1, END - 1, '\ud800'],
    [END, '1'],
    [END - 1, '9'.repeat(18)],
    ['\ud800', 0],
  ].map(cursor),
];
const HEADERS = [
  'idempotency-key',
  'x-device-id',
  'accept-language',
  'content-type',
  'authorization',
  'range',
];
const HEADER_JUNK = [
  '',
  '0',
  'x'.repeat(5000),
  '\u00ff\u00fe',
  '[]',
  "';--",
  'Bearer ',
  'Bearer %00',
  `Bearer ${'a'.repeat(43)}`,
];
const gzip = { 'content-encoding': 'gzip' };
const BODIES: readonly (readonly [string | Buffer, Record<string, string>?])[] = [
  ...(['', 'x', '[]', 'null', '5', '"a"', '{', '{"__proto__":{"a":1}}', '{"constructor":1}'] as const).map(
    (text) => [text] as const,
  ),
  ['['.repeat(20_000)],
  ['{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000)],
  ['junk', gzip],
  [gzipSync('{}'), gzip],
  [gzipSync(`{"a":"${'x'.repeat(5_000_000)}"}`), gzip],
  [gzipSync('x'.repeat(100_000)).subarray(0, 50), gzip],
  ['junk', { 'content-encoding': 'br' }],
  ['a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['--x--', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['{}', { 'content-type': 'text/plain' }],
];
const QUERIES = ['__proto__=1&constructor=2', 'a[]=1&%00=1&%ff=%ff', '&&==&?', 'a=1&'.repeat(2_000)];

type Schema = TSchema & {
  readonly properties?: Record<string, Schema>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly type?: string;
};

/** A value that fits the schema; one of the valid values if there is one. */
function sample(schema: Schema, name = '', inBody = false): unknown {
  if (inBody && name === 'ticketIds') return [good['ticketId']];
  if (good[name] !== undefined) return good[name];
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return sample(schema.anyOf[0], '', inBody);
  if (schema.type === 'array') return schema.items ? [sample(schema.items, '', inBody)] : [];
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  if (schema.type !== 'object') return 'abc';
  const needed = Object.entries(schema.properties ?? {}).filter(
    ([key]) => schema.required?.includes(key) || key === 'redeemCode',
  );
  return Object.fromEntries(needed.map(([key, of]) => [key, sample(of, key, inBody)]));
}

type Fields = Record<string, unknown>;
const fieldsOf = (schema: TSchema, inBody: boolean) => sample(schema as Schema, '', inBody) as Fields;

/** How many fields, calls and headers have been spoilt so far. */
const spoiltSoFar = { fields: 0, calls: 0, headers: 0 };

/** The valid value with junk in place of each field, nested fields included. */
function* spoilt(schema: Schema, value: unknown): Generator<unknown> {
  if (schema.type === 'array' && schema.items)
    for (const item of spoilt(schema.items, Array.isArray(value) ? value[0] : undefined)) yield [item];
  for (const [key, of] of Object.entries(schema.properties ?? {})) {
    const rest: Fields = typeof value === 'object' && value !== null ? { ...value } : {};
    for (const junk of partOf(JUNK, 4, spoiltSoFar.fields++)) yield { ...rest, [key]: junk };
    for (const inner of spoilt(of, rest[key])) yield { ...rest, [key]: inner };
  }
}

/** Half a surrogate pair cannot be written in an address. */
const textOf = (value: unknown) =>
  Buffer.from(typeof value === 'object' ? JSON.stringify(value) : String(value)).toString();
const queryOf = (fields: Fields) =>
  Object.entries(fields)
    .flatMap(([key, value]) => (Array.isArray(value) ? value : [value]).map((each) => [key, textOf(each)]))
    .map(([key, text]) => `${encodeURIComponent(key ?? '')}=${encodeURIComponent(text ?? '')}`)
    .join('&');

function credentialOf({ auth, personal, callers }: Call): Record<string, string> {
  if (auth === 'gate') return { authorization: gate };
  if (auth === 'desk')
    return { authorization: callers?.includes('sales') ? `ApiKey ${TEST_DESK_KEY}` : manager };
  return auth === 'guest' || personal ? { authorization: traveller.authorization() } : {};
}

const COUNTED = new Set(
  [
    'bind',
    'feedbackSave',
    'login',
    'authLogin',
    'changePassword',
    'logOff',
    'transferTicket',
    'transferTickets',
    'sendLink',
  ].concat(['sendVerifyCode', 'registry', 'resetPasswordSend', 'resetPasswordCheck']),
);

let sent = 0;
/** Returns what is wrong with the answer, if anything. */
async function fault(
  call: Call,
  query: string,
  payload: string | Buffer,
  headers: Record<string, string> = {},
  method = call.method,
): Promise<string | undefined> {
  sent += 1;
  // The limits would soon refuse every request before its input is read.
  if (sent % 4 === 0 && COUNTED.has(call.name))
    await sql`with a as (delete from bind_failure), b as (delete from login_failure), c as (delete from attempt),
      d as (delete from feedback) delete from verify_code`.execute(fixture.deps.db);
  const answer = await fixture.app.inject({
    method,
    url: `${call.path}?${query}`,
    headers: { ...credentialOf(call), 'content-type': 'application/json', ...headers },
    ...(method === 'GET' ? {} : { payload }),
    remoteAddress: `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
  });
  const coded = /^\{"state":"(success|fail)","code":"[\w-]+"/.test(answer.body);
  if (answer.statusCode < 500 && coded && !/\.[jt]s:\d/.test(answer.body)) return undefined;
  return `${query} ${payload.toString().slice(0, 200)} ${JSON.stringify(headers)}: ${answer.statusCode} ${answer.body}`;
}

/** These end the session of later calls. */
const ENDING = ['logout', 'deskSignOut'];

test.each(ALL_CALLS.filter(({ name }) => !ENDING.includes(name)).map((call) => [call.name, call] as const))(
  '%s answers with a code, whatever it is sent',
  async (_name, call) => {
    const [query, body] = [fieldsOf(call.query, false), fieldsOf(call.body, true)];
    const [goodQuery, goodBody] = [queryOf(query), JSON.stringify(body)];
    const bodies = partOf(BODIES, 5, spoiltSoFar.calls++);
    const faults: (string | undefined)[] = [await fault(call, goodQuery, goodBody)];
    for (const each of spoilt(call.query as Schema, query))
      faults.push(await fault(call, queryOf(each as Fields), goodBody));
    for (const each of spoilt(call.body as Schema, body))
      faults.push(await fault(call, goodQuery, JSON.stringify(each)));
    for (const key of Object.keys(query))
      faults.push(await fault(call, `${goodQuery}&${queryOf({ [key]: 'b' })}`, goodBody));
    for (const each of QUERIES) faults.push(await fault(call, each, goodBody));
    for (const name of HEADERS)
      for (const junk of partOf(HEADER_JUNK, 2, spoiltSoFar.headers++))
        faults.push(await fault(call, goodQuery, goodBody, { [name]: junk }));
    if (call.method !== 'GET')
      for (const [text, headers] of bodies) faults.push(await fault(call, goodQuery, text, headers));
    if (call.privateQuery) {
      const inBody = (value: unknown) => JSON.stringify({ ...(value as Fields), ...body });
      const method = call.method === 'PUT' ? 'PUT' : 'POST';
      const byBody = (payload: string | Buffer, headers?: Record<string, string>, search = '') =>
        fault(call, search, payload, headers, method);
      for (const each of spoilt(call.query as Schema, query)) faults.push(await byBody(inBody(each)));
      for (const each of QUERIES) faults.push(await byBody(inBody(query), {}, each));
      for (const [text, headers] of bodies) faults.push(await byBody(text, headers));
      faults.push(await byBody(inBody(query), {}, goodQuery));
    }
    expect(faults.filter((each) => each !== undefined)).toEqual([]);
  },
);
