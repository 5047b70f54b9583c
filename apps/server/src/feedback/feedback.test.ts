// Feedback over HTTP: stored with its picture, about one's own ticket, at a limited rate.
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/database.ts';
import { buildApp } from '../app.ts';
import { emptyTables } from '../../test/test-database.ts';
import { issuePass } from '../account/proofs/one-time-pass.ts';
import { startSession } from '../session/session.ts';
import { openTestDeps, type TestDeps } from '../../test/app-context.ts';
import type { FastifyInstance } from 'fastify';

const URL = '/jtr-jwqs-app/guest/feedback/save';
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const picture = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`;
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#08f' } });
const pixelsOf = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer();
let deps: TestDeps;
let app: FastifyInstance;
let token: string;
let accountId: string;

async function newAccount(): Promise<string> {
  const id = randomUUID();
  const at = new Date(deps.clock());
  await deps.db
    .insertInto('account')
    .values({
      account_id: id,
      email: `${id}@example.jp`,
      username: 'u',
      fullname: 'f',
      country: 'TW',
      language: 'zh-TW',
      password_hash: 'none',
      password_changed_at: at,
      status: 'active',
      created_at: at,
    })
    .execute();
  return id;
}
const signIn = async (id: string) =>
  (await inTransaction(deps.db, (trx) => startSession(trx, id, 'phone', deps.clock()))).token;

async function newTicket(owner: string): Promise<string> {
  const at = new Date(deps.clock());
  await deps.db
    .insertInto('product')
    .values({ product_id: 'p', kind: 'qr', trip_type: null, pass_days: 1, reservations: 0, data: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const id = randomUUID();
  await deps.db
    .insertInto('ticket')
    .values({
      ticket_id: id,
      ticket_no: id,
      issued_ticket_no: id,
      link_token: id,
      product_id: 'p',
      account_id: owner,
      voucher_no: null,
      redeem_code: null,
      status: 'bound',
      status_before_suspend: null,
      reissue_of: null,
      passenger_category: 'adult',
      order_id: 'o',
      order_time: at,
      issuer: 'i',
      seller: 's',
      sales_site: 'w',
      sales_company: 's',
      sale_price: 100,
      station_from_date: null,
      station_depart_date: null,
      use_expire_date: at,
      abt_expire_date: null,
      use_date: null,
      created_at: at,
    })
    .execute();
  return id;
}
const save = (change: object = {}, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: URL,
    payload: { topic: 'gate', text: 'The gate at 京都 refused me.', ...change },
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'zh-TW', ...headers },
  });
const codeOf = async (change: object) => (await save(change)).json().code;
const rows = () => deps.db.selectFrom('feedback').selectAll().execute();

beforeAll(async () => {
  deps = await openTestDeps();
  app = await buildApp(deps);
});
afterAll(async () => {
  await app.close();
  await deps.close();
});
beforeEach(async () => {
  await emptyTables(deps.db);
  accountId = await newAccount();
  token = await signIn(accountId);
});

test('text and ticket are stored as sent, and of the picture its pixels', async () => {
  const ticketId = await newTicket(accountId);
  const sent = await plain(40, 30).png().toBuffer();
  const bytes = Buffer.concat([sent, Buffer.from('hidden behind the picture')]);
  const answer = await save({ ticketId, text: '  改札で\n止まった。 ', screenshot: picture('png', bytes) });
  expect(answer.json()).toMatchObject({ state: 'success', data: { feedbackId: expect.any(String) } });
  const [row] = await rows();
  expect(row).toMatchObject({
    account_id: accountId,
    topic: 'gate',
    body: '改札で\n止まった。',
    ticket_id: ticketId,
    picture_type: 'png',
    language: 'zh-TW',
  });
  const kept = Buffer.from(row?.picture ?? []);
  expect(await pixelsOf(kept)).toEqual(await pixelsOf(sent));
  expect(kept.includes('hidden')).toBe(false);
});

test('invisible characters are removed, and a text without visible ones is refused', async () => {
  expect(await codeOf({ topic: 'ga\u202Ete', text: 'no\u200B\u202E way in' })).toBe('OK');
  expect(await rows()).toMatchObject([{ topic: 'gate', body: 'no way in' }]);
  for (const field of ['topic', 'text'])
    for (const nothing of ['\u3164', '\u200B\u202E', ' \u2800 ']) {
      const answer = await save({ [field]: nothing });
      expect(answer.json()).toMatchObject({ code: 'REQ-0001', values: { field } });
    }
  expect(await rows()).toHaveLength(1);
});

test('feedback needs a session and one’s own ticket', async () => {
  expect((await save({}, { authorization: 'Bearer nobody' })).statusCode).toBe(401);
  const foreign = await newTicket(await newAccount());
  const answer = await save({ ticketId: foreign });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'TKT-0001']);
  expect(await codeOf({ ticketId: 'nothing' })).toBe('TKT-0001');
  expect(await rows()).toEqual([]);
});

test('a picture must have the format it claims', async () => {
  const [png, jpeg, webp] = await Promise.all([
    plain(20, 20).png().toBuffer(),
    plain(20, 20).jpeg().toBuffer(),
    plain(20, 20).webp().toBuffer(),
  ]);
  expect(await codeOf({ screenshot: picture('jpeg', jpeg) })).toBe('OK');
  expect(await codeOf({ screenshot: picture('webp', webp) })).toBe('OK');
  for (const screenshot of [
    picture('png', jpeg),
    picture('webp', png),
    picture('svg+xml', png),
    picture('jpeg', Buffer.from('<svg onload=alert(1)>')),
    'data:image/png;base64,iVBORw0KGg',
    // A right beginning, followed by nothing or by half of the file.
    picture('png', PNG),
    picture('png', png.subarray(0, png.length / 2)),
    picture('jpeg', jpeg.subarray(0, 80)),
  ])
    expect(await codeOf({ screenshot }), screenshot.slice(0, 60)).toBe('REQ-0001');
  expect(await rows()).toHaveLength(2);
});

/** Returns a segment of a JPEG (ITU-T T.81, annex B). */
const segment = (marker: number, ...bytes: number[]) => [0xff, marker, 0, bytes.length + 2, ...bytes];

/** Returns a legal progressive JPEG of one grey block: a scan for its mean, and `passes` scans for each of its `coefficients`. */
function ofScans(coefficients: number, passes: 1 | 2): Buffer {
  const [oneCode, empty] = [[1, ...Array.from({ length: 15 }, () => 0)], 0x7f];
  const scan = (at: number, high: number, low: number) => [
    ...segment(0xda, 1, 1, 0, at, at, high * 16 + low),
    empty,
  ];
  const each = Array.from({ length: coefficients }, (_, at) => at + 1);
  const first = each.flatMap((at) => scan(at, 0, passes - 1));
  const refined = passes === 2 ? each.flatMap((at) => scan(at, 1, 0)) : [];
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, 0, ...Array.from({ length: 64 }, () => 1)),
    ...segment(0xc2, 8, 0, 8, 0, 8, 1, 1, 0x11, 0),
    ...segment(0xc4, 0x00, ...oneCode, 0),
    ...segment(0xc4, 0x10, ...oneCode, 0),
    ...scan(0, 0, 0),
    ...first,
    ...refined,
    ...[0xff, 0xd9],
  ]);
}

test('a picture of very many scans, each of which costs a decoding of the whole, is refused', async () => {
  expect(await codeOf({ screenshot: picture('jpeg', ofScans(31, 2)) })).toBe('OK');
  expect(await codeOf({ screenshot: picture('jpeg', ofScans(32, 2)) })).toBe('REQ-0001');
});

test('location, camera and orientation are removed: the picture is upright', async () => {
  const photo = await plain(40, 20)
    .jpeg()
    .withExif({ IFD0: { Make: 'Camera of Hanako' }, IFD3: { GPSLatitude: '35/1 0/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect((await sharp(photo).metadata()).orientation).toBe(6);
  expect(await codeOf({ screenshot: picture('jpeg', photo) })).toBe('OK');
  const kept = Buffer.from((await rows())[0]?.picture ?? []);
  const { exif, orientation, icc, width, height } = await sharp(kept).metadata();
  expect({ exif, orientation, icc, width, height }).toEqual({
    exif: undefined,
    orientation: undefined,
    icc: undefined,
    width: 20,
    height: 40,
  });
  expect(kept.includes('Hanako')).toBe(false);
});

test('a small file that expands to very many pixels is refused, a large picture is made smaller', async () => {
  const wide = await plain(50_000, 4).png().toBuffer();
  const vast = await plain(6_000, 6_000).png({ palette: true }).toBuffer();
  for (const bomb of [wide, vast]) {
    expect(bomb.length).toBeLessThan(200_000);
    const answer = await save({ screenshot: picture('png', bomb) });
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'REQ-0003']);
  }
  const large = await plain(4_000, 3_000).jpeg().toBuffer();
  expect(await codeOf({ screenshot: picture('jpeg', large) })).toBe('OK');
  const { width, height } = await sharp(Buffer.from((await rows())[0]?.picture ?? [])).metadata();
  expect([width, height]).toEqual([2_400, 1_800]);
});

test('a picture of one megabyte is accepted, one byte more is refused', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const small = await sharp({ create: { width: 580, height: 580, channels: 3, background: 'white', noise } })
    .png()
    .toBuffer();
  expect(small.length).toBeGreaterThan(900_000);
  const largest = Buffer.concat([small, Buffer.alloc(1024 * 1024 - small.length)]);
  expect(picture('png', largest).length).toBeGreaterThan(1_398_000);
  expect((await save({ screenshot: picture('png', largest) })).statusCode).toBe(200);
  const answer = await save({ screenshot: picture('png', Buffer.concat([largest, PNG])) });
  expect([400, 413]).toContain(answer.statusCode);
  const huge = await save({ text: 'x'.repeat(3 * 1024 * 1024) });
  expect([huge.statusCode, huge.json().code]).toEqual([413, 'REQ-0003']);
});

test('topic and text are required and limited in length', async () => {
  expect(await codeOf({ text: ' \n ' })).toBe('REQ-0001');
  expect(await codeOf({ text: '🚆'.repeat(2000) })).toBe('OK');
  expect(await codeOf({ text: 'x'.repeat(2001) })).toBe('REQ-0001');
  expect(await codeOf({ topic: '' })).toBe('REQ-0001');
});

test('after ten an hour the refusal says how long to wait', async () => {
  const answers = [];
  for (let i = 0; i < 12; i += 1) answers.push(await save());
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(10);
  const refused = answers.find((answer) => answer.statusCode === 429);
  expect([refused?.json().code, refused?.headers['retry-after']]).toEqual(['REQ-0004', '3600']);
  deps.advance(3_600_001);
  token = await signIn(accountId);
  expect((await save()).statusCode).toBe(200);
});

test('the same input sent again is stored once', async () => {
  const headers = { 'idempotency-key': 'input-0001' };
  const first = await save({}, headers);
  const second = await save({}, headers);
  expect(second.json().data).toEqual(first.json().data);
  expect(await rows()).toHaveLength(1);
});

const VISITOR = '/jtr-jwqs-app/open/feedback/save';
const write = (change: object = {}, remoteAddress = '192.0.2.9') =>
  app.inject({
    method: 'POST',
    url: VISITOR,
    remoteAddress,
    payload: {
      messageId: randomUUID(),
      topic: 'account',
      text: 'I cannot log in.',
      email: 'Mei@Example.jp',
      ...change,
    },
    headers: { 'accept-language': 'ko' },
  });

test('somebody without a login writes to the operator, and the message is stored once', async () => {
  const messageId = randomUUID();
  expect((await write({ messageId })).json()).toMatchObject({ state: 'success' });
  expect((await write({ messageId })).json()).toMatchObject({ state: 'success' });
  expect(await rows()).toMatchObject([
    {
      account_id: null,
      reply_to: 'mei@example.jp',
      topic: 'account',
      body: 'I cannot log in.',
      language: 'ko',
    },
  ]);
});

test('a visitor’s message needs an email and a text', async () => {
  for (const [field, value] of [
    ['email', 'mei'],
    ['text', ' \u200B '],
    ['topic', '\u3164'],
  ] as const)
    expect((await write({ [field]: value })).json()).toMatchObject({ code: 'REQ-0001', values: { field } });
  expect(await rows()).toEqual([]);
});

test('after three visitors’ messages of an address in an hour a check is required, elsewhere not', async () => {
  for (let n = 0; n < 3; n += 1) expect((await write()).json().code).toBe('OK');
  expect((await write()).json().code).toBe('imgCodeError');
  expect((await write({}, '198.51.100.7')).json().code).toBe('OK');
  const pass = await inTransaction(deps.db, (trx) => issuePass(trx, 'captcha', null, deps.clock(), 0));
  expect((await write({ captchaPass: pass })).json().code).toBe('OK');
  expect((await write({ captchaPass: pass })).json().code).toBe('imgCodeError');
  expect(await rows()).toHaveLength(5);
  deps.advance(3_600_000);
  expect((await write()).json().code).toBe('OK');
});
