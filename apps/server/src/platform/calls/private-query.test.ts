// Calls with personal data in their query answer the same when it is sent in the body, and neither form appears in the log.
import fs from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CHECKLIST } from '@kippu/contract/values';
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import { requestOf } from '@kippu/contract/call-request';
import type { Call } from '@kippu/contract/call';
import { refreshToken } from '@kippu/contract/calls/traveller/session';
import { deleteUseFlag, start, ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { exchangeVoucher } from '@kippu/contract/calls/traveller/voucher';
import { inTransaction } from '../db/database.ts';
import { TRAIN_14, openTicketApp, type TicketFixture, type TestUser } from '../../../test/ticket/ticket.ts';
import { buildApp } from '../../app.ts';
import { startSession } from '../../session/session.ts';
import { managerHeaders } from '../../../test/staff.ts';

let fixture: TicketFixture;
let hanako: TestUser;
/** A valid value for each field, by name. */
let values: Record<string, string | number>;
let voucher: string;
let manager: string;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako');
  ({ authorization: manager } = await managerHeaders(fixture.deps));
  const ticketId = await hanako.inUse('kansai-pass-2day');
  const reservationId = await hanako.book([await hanako.bound('haruka-kix-kyoto')], ['4-1A']);
  voucher = await hanako.bound('keihan-voucher');
  const { ticketNo } = await hanako.load(ticketId);
  const opened = await hanako.post(`start?ticketId=${ticketId}&stationId=kyoto&direction=in&method=manual`, {
    checked: [...CHECKLIST],
  });
  values = {
    ...TRAIN_14,
    ticketId,
    ticketIds: await hanako.bound('haruka-kix-kyoto'),
    date: '2026-04-01',
    reservationId,
    ticketNo,
    q: ticketNo,
    accountId: hanako.accountId,
    recordId: opened.json().data.recordId,
    tab: 'active',
    site: 'all',
    limit: 5,
    lat: 34.9858,
    lon: 135.7588,
    accuracy: 20,
    code: '0123456789ABCDEF',
    deviceKey: 'AmsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKW',
  };
});

const fieldsOf = (call: Call) => Object.keys((call.query as { properties?: object }).properties ?? {});
/** A valid query; with a voucher's ticket where the call is about vouchers. */
function queryFor(call: Call): Record<string, string | number> {
  const known = fieldsOf(call).flatMap((field) =>
    values[field] === undefined ? [] : [[field, values[field]]],
  );
  const query = Object.fromEntries(known) as Record<string, string | number>;
  if (/Private/.test(call.name)) return { ...query, ticketId: voucher };
  if (call.name === 'reserveList') return { tab: 'upcoming' };
  return call.name === 'deskGateConflicts' ? {} : query;
}
const credentialOf = ({ auth }: Call) => ({
  authorization: auth === 'desk' ? manager : hanako.authorization(),
});
const inAddress = (call: Call, query: Record<string, string | number>, payload?: object, headers = {}) =>
  fixture.app.inject({
    method: call.method,
    url: call.path,
    query: Object.fromEntries(Object.entries(query).map(([field, value]) => [field, String(value)])),
    ...(payload ? { payload } : {}),
    headers: { ...credentialOf(call), ...headers },
  });
const asPagesAsk = (call: Call, query: Record<string, string | number>, own?: object, headers = {}) => {
  const { method, url, body } = requestOf(call, { query, body: own ?? {} });
  return fixture.app.inject({
    method,
    url,
    ...(body === undefined ? {} : { payload: body }),
    headers: { 'content-type': 'application/json', ...credentialOf(call), ...headers },
  });
};

const READS = ALL_CALLS.filter(({ privateQuery, method }) => privateQuery && method === 'GET');
/** A call that a sales system's key may not make is refused in both forms. */
const FOR_STAFF = [
  'deskAccountTickets',
  'deskTicketAccount',
  'deskRecord',
  'deskUnsentMails',
  'deskSeatRefunds',
];
const NO_SUCH = [
  'deskGateConflict',
  'deskFeedback',
  'deskFeedbackPicture',
  'deskFeedbackWriter',
  'loadLateCertificate',
];

test.each(READS.map((call) => [call.name, call] as const))(
  '%s reads the same both ways',
  async (name, call) => {
    const query = queryFor(call);
    const [one, other] = [await inAddress(call, query), await asPagesAsk(call, query)];
    if (![...FOR_STAFF, ...NO_SUCH].includes(name)) expect(one.json()).toMatchObject({ state: 'success' });
    const { data, code } = other.json();
    expect(other.statusCode).toBe(one.statusCode);
    // A certificate is signed again each time.
    expect(name === 'qrcode' ? code : { code, data }).toEqual(
      name === 'qrcode' ? one.json().code : { code: one.json().code, data: one.json().data },
    );
    expect(other.headers['cache-control']).toBe('no-store');
  },
);

test('a body is checked as strictly as an address', async () => {
  const { ticketId = '' } = values;
  for (const query of [{}, { ticketId, more: 'x' }, { ticketId: '' }])
    expect((await asPagesAsk(ticketLoad, query as Record<string, string>)).json().code).toBe('REQ-0001');
  const stranger = await fixture.traveller('taro');
  const theirs = await fixture.app.inject({
    method: 'POST',
    url: ticketLoad.path,
    payload: { ticketId },
    headers: { authorization: stranger.authorization() },
  });
  expect(theirs.json().code).toBe('TKT-0001');
  const nobody = await fixture.app.inject({ method: 'POST', url: ticketLoad.path, payload: { ticketId } });
  expect(nobody.json().code).toBe('SES-0001');
});

describe('writes', () => {
  const key = { 'idempotency-key': 'one-and-the-same' };

  test('an entry is verified and cancelled, and a key works once whichever form is sent', async () => {
    const entry = { ticketId: await hanako.inUse('kansai-pass-2day'), stationId: 'kyoto' };
    const query = { ...entry, direction: 'in', method: 'manual' };
    const checked = { checked: [...CHECKLIST] };
    const opened = await asPagesAsk(start, query, checked, key);
    expect(opened.json()).toMatchObject({ state: 'success' });
    expect((await inAddress(start, query, checked, key)).json()).toEqual(opened.json());
    const { recordId } = opened.json().data;
    const undo = { 'idempotency-key': 'taken-back-once' };
    expect((await asPagesAsk(deleteUseFlag, { recordId }, {}, undo)).json().code).toBe('OK');
    expect((await inAddress(deleteUseFlag, { recordId }, undefined, undo)).json().code).toBe('OK');
    expect((await asPagesAsk(deleteUseFlag, { recordId }, {}, key)).json().code).not.toBe('OK');
  });

  test('a voucher is exchanged once', async () => {
    const counters = READS.find(({ name }) => name === 'getPrivatePieceStation') ?? exchangeVoucher;
    const { counterId } = (await asPagesAsk(counters, { ticketId: voucher })).json().data[0];
    const exchanged = await asPagesAsk(exchangeVoucher, { ticketId: voucher, counterId }, {}, key);
    expect(exchanged.json()).toMatchObject({ state: 'success' });
    expect((await inAddress(exchangeVoucher, { ticketId: voucher, counterId }, {}, key)).json()).toEqual(
      exchanged.json(),
    );
  });

  test('half of the query in the address and half in the body is refused', async () => {
    const { ticketId = '' } = values;
    const answer = await fixture.app.inject({
      method: 'POST',
      url: `${start.path}?direction=in&method=manual`,
      payload: { ticketId, stationId: 'kyoto', checked: [...CHECKLIST] },
      headers: { authorization: hanako.authorization() },
    });
    expect(answer.json().code).toBe('REQ-0001');
  });

  test('a session is refreshed', async () => {
    const tokens = await inTransaction(fixture.deps.db, (trx) =>
      startSession(trx, hanako.accountId, 'phone', fixture.deps.clock()),
    );
    const query = { loginAgent: 'guest', refreshToken: tokens.refreshToken } as const;
    const answer = await asPagesAsk(refreshToken, query);
    expect(answer.json().data.token).toEqual(expect.any(String));
  });
});

test('neither form appears in the log, and no page sends its address to another site', async () => {
  let logged = '';
  // The log writes by this; nothing else writes during the test.
  const written = vi.spyOn(fs, 'write').mockImplementation(((
    _file: number,
    text: string,
    ...rest: unknown[]
  ) => {
    logged += text;
    const done = rest.at(-1) as (error: null, bytes: number) => void;
    setImmediate(done, null, Buffer.byteLength(text));
  }) as typeof fs.write);
  const app = await buildApp({ ...fixture.deps, config: { ...fixture.deps.config, logLevel: 'trace' } });
  try {
    for (const call of ALL_CALLS.filter(({ privateQuery }) => privateQuery)) {
      const query = Object.fromEntries(fieldsOf(call).map((field) => [field, `secret-${field}`]));
      const { method, url, body } = requestOf(call, { query, body: { more: 'secret-body' } });
      const headers = { 'content-type': 'application/json', ...credentialOf(call) };
      await app.inject({ method, url, payload: body ?? '', headers });
      await app.inject({ method, url, payload: `{"${body}`, headers });
      const old = await app.inject({ method: call.method, url: call.path, query, headers });
      expect(old.headers['referrer-policy']).toBe('no-referrer');
    }
  } finally {
    await app.close();
    await vi.waitFor(() => expect(logged).toContain('/desk/record'), { timeout: 60_000 });
    written.mockRestore();
  }
  expect(logged).toContain('/getNearbyStation');
  expect(logged).not.toContain('secret-');
});
