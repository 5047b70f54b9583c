// What every call of the partner API has in common: keys, scopes, limits, idempotency, problems.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Check, Errors } from 'typebox/value';
import { ALL_PARTNER_CALLS } from '@kippu/contract/partner/all-partner-calls';
import { Problem, type PartnerCall } from '@kippu/contract/partner/partner-call';
import {
  PARTNER_PATH,
  PROBLEM_TYPES,
  problemUri,
  type ProblemType,
} from '@kippu/contract/partner/problem-types';
import { partnerWords } from '@kippu/words/partner/problem-words';
import { placesOf } from '@kippu/words/error-words';
import { inTransaction } from '../../platform/db/database.ts';
import { keepPartnerOpen } from '../../session/partner-key.ts';
import { lockDepartures } from '../../platform/db/locks.ts';
import { besideTransaction } from '../../platform/db/transaction-scope.ts';
import { testServerUrl } from '../../../test/test-database.ts';
import { addPartner, type TestPartner } from '../../../test/partner/partner.ts';
import { openTicketApp, TRAIN_14, type TicketFixture } from '../../../test/ticket/ticket.ts';

let fixture: TicketFixture;
let shop: TestPartner;
/** Requests that were refused since another one was under way. */
let refusals = 0;

beforeAll(async () => {
  fixture = await openTicketApp();
  shop = await addPartner(fixture.app, fixture.deps);
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

type Answer = Awaited<ReturnType<TestPartner['get']>>;

/** Expects a problem of RFC 9457 of a type, and returns it. */
function problemIn(answer: Answer, type: ProblemType): Problem {
  const problem = answer.json();
  expect([...Errors(Problem, problem)]).toEqual([]);
  expect(Check(Problem, problem)).toBe(true);
  expect(problem).toMatchObject({ type: problemUri(type), status: answer.statusCode });
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(answer.headers['x-request-id']).toBe(problem.requestId);
  return problem;
}

/** The address of a call, with an id for each parameter. */
const urlOf = ({ path }: PartnerCall) => path.replaceAll(/:\w+/g, 'no-such-id');
const ask = ({ method, ...call }: PartnerCall, headers: Record<string, string>) =>
  fixture.app.inject({
    method,
    url: urlOf({ method, ...call }),
    ...(method === 'POST' ? { payload: {} } : {}),
    headers: { 'idempotency-key': randomUUID(), ...headers },
  });
const with14 = { departureId: TRAIN_14.departureId, from: TRAIN_14.from, to: TRAIN_14.to };

test.each(ALL_PARTNER_CALLS)('$name needs a key of ours, that is open, with its scope', async (call) => {
  problemIn(await ask(call, {}), 'unknown-key');
  problemIn(await ask(call, { authorization: 'Bearer kippu_live_unknown' }), 'unknown-key');
  problemIn(await ask(call, { authorization: `ApiKey ${shop.key}` }), 'unknown-key');
  const others = (['read', 'sell', 'hold', 'refund', 'report'] as const).filter(
    (scope) => scope !== call.scope,
  );
  const narrow = await addPartner(fixture.app, fixture.deps, { scopes: others });
  const refused = problemIn(await ask(call, { authorization: `Bearer ${narrow.key}` }), 'scope-missing');
  expect(refused.values).toEqual({ scope: call.scope });
  const trial = await addPartner(fixture.app, fixture.deps, { mode: 'test' });
  problemIn(await ask(call, { authorization: `Bearer ${trial.key}` }), 'test-mode-unavailable');
  const closed = await addPartner(fixture.app, fixture.deps);
  const { db, clock } = fixture.deps;
  await inTransaction(db, (trx) =>
    trx
      .updateTable('partner')
      .set({ closed_at: new Date(clock()) })
      .where('partner_id', '=', closed.partnerId)
      .execute(),
  );
  problemIn(await ask(call, { authorization: `Bearer ${closed.key}` }), 'unknown-key');
});

test.each(ALL_PARTNER_CALLS)('$name says what is left of the limit', async (call) => {
  const answer = await ask(call, { authorization: `Bearer ${shop.key}` });
  const name = call.method === 'GET' ? 'partnerRead' : 'partnerWrite';
  expect(answer.headers['ratelimit-policy']).toMatch(new RegExp(`^"${name}";q=\\d+;w=60$`));
  expect(answer.headers['ratelimit']).toMatch(new RegExp(`^"${name}";r=\\d+;t=\\d+$`));
});

test.each(ALL_PARTNER_CALLS.filter(({ method }) => method !== 'GET'))(
  '$name needs an Idempotency-Key',
  async (call) => {
    const authorization = `Bearer ${shop.key}`;
    for (const key of ['', 'short', 'with a blank', 'x'.repeat(101)]) {
      const answer = await ask(call, { authorization, 'idempotency-key': key });
      expect(problemIn(answer, 'idempotency-key-missing').errors).toMatchObject([
        { parameter: 'Idempotency-Key' },
      ]);
    }
  },
);

test('the limit of a partner refuses with Retry-After, and counts each partner for itself', async () => {
  const deps = { ...fixture.deps, config: { ...fixture.deps.config, limitFactor: 0.002 } };
  const small = await openTicketApp(undefined, { config: deps.config });
  try {
    const [one, two] = [await addPartner(small.app, small.deps), await addPartner(small.app, small.deps)];
    const answers = [await one.get('/products'), await one.get('/products'), await one.get('/products')];
    expect(answers.map(({ headers }) => headers['ratelimit']?.toString().replace(/;t=\d+/, ''))).toEqual([
      '"partnerRead";r=2',
      '"partnerRead";r=1',
      '"partnerRead";r=0',
    ]);
    const refused = await one.get('/products');
    problemIn(refused, 'too-many-requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await two.get('/products')).statusCode).toBe(200);
    // Unknown keys are counted by address; known ones go on.
    const wrong = () =>
      small.app.inject({
        url: `${PARTNER_PATH}/products`,
        headers: { authorization: 'Bearer kippu_live_wrong' },
      });
    const tries = [await wrong(), await wrong(), await wrong(), await wrong()];
    expect(tries.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 429]);
    expect((await two.get('/products')).statusCode).toBe(200);
  } finally {
    await small.close();
  }
});

test('the same key gives the first answer again, and with another body or address a refusal', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const body = { ...with14, seats: ['4-1A'] };
  const first = await shop.post('/holds', body, key);
  expect(first.statusCode).toBe(201);
  const again = await shop.post('/holds', body, key);
  expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
  const quoted = await shop.post('/holds', body, { 'idempotency-key': `"${key['idempotency-key']}"` });
  expect(quoted.json()).toEqual(first.json());
  problemIn(await shop.post('/holds', { ...body, seats: ['4-1B'] }, key), 'idempotency-key-reused');
  problemIn(await shop.remove(`/holds/${first.json().holdId}`, key), 'idempotency-key-reused');
  // Another partner's keys are its own.
  const other = await addPartner(fixture.app, fixture.deps);
  expect((await other.post('/holds', { ...body, seats: ['4-1C'] }, key)).statusCode).toBe(201);
});

/** Runs the requests while train 14 is locked, until two of them are answered. */
async function whileTrainIsLocked(send: () => Promise<Answer[]>): Promise<Answer[]> {
  const before = refusals;
  let sent: Promise<Answer[]> | undefined;
  await inTransaction(fixture.deps.db, async (trx) => {
    await lockDepartures(trx, [TRAIN_14.departureId]);
    sent = besideTransaction(send);
    await vi.waitFor(() => expect(refusals).toBe(before + 2), { timeout: 30_000 });
  });
  return (await sent) ?? [];
}

test('the same key while the first request is under way is refused, and the work is done once', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const body = { ...with14, any: { count: 2 } };
  const post = async () => {
    const answer = await shop.post('/holds', body, key);
    if (answer.statusCode === 409) refusals += 1;
    return answer;
  };
  const send = () => Promise.all([post(), post(), post()]);
  // On PostgreSQL the first request waits for the train's lock until the others are answered.
  const answers = testServerUrl ? await whileTrainIsLocked(send) : await send();
  const [made, ...others] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
  expect(made?.statusCode).toBe(201);
  for (const other of others)
    if (other.statusCode === 201) expect(other.json()).toEqual(made?.json());
    else problemIn(other, 'request-under-way');
  if (testServerUrl) expect(others.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
  expect(await fixture.deps.db.selectFrom('seat_hold').select('hold_id').execute()).toHaveLength(1);
});

test('a refused request stores nothing: it can be sent again with its key', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const body = { ...with14, seats: ['4-1A'] };
  const { holdId } = (await shop.post('/holds', body)).json();
  problemIn(await shop.post('/holds', body, key), 'seats-taken');
  await shop.remove(`/holds/${holdId}`);
  expect((await shop.post('/holds', body, key)).statusCode).toBe(201);
});

test('every wrong place of a body is named by its JSON pointer', async () => {
  const body = { ...with14, seats: ['4-1A', '4-1A', 'x'], 'a/b': 1 };
  const { errors } = problemIn(await shop.post('/holds', body), 'invalid-request');
  expect(errors?.map(({ pointer }) => pointer).toSorted()).toEqual(['/a~1b', '/seats', '/seats/2']);
  const none = problemIn(await shop.post('/holds', {}), 'invalid-request');
  expect(none.errors?.map(({ pointer }) => pointer)).toContain('/departureId');
  const query = problemIn(
    await shop.get('/trains', { date: '2026-04-01', from: 'kyoto' }),
    'invalid-request',
  );
  expect(query.errors).toEqual([{ parameter: 'to', detail: 'is missing' }]);
  const badDate = await shop.get('/trains', { date: '2026-02-30', from: 'kyoto', to: 'kansai-airport' });
  expect(problemIn(badDate, 'invalid-request').errors).toMatchObject([{ parameter: 'date' }]);
});

test('what is no JSON, too large, or of another type is a problem too', async () => {
  const headers = { authorization: `Bearer ${shop.key}`, 'idempotency-key': randomUUID() };
  const send = (payload: string, type = 'application/json') =>
    fixture.app.inject({
      method: 'POST',
      url: `${PARTNER_PATH}/holds`,
      payload,
      headers: { ...headers, 'content-type': type },
    });
  problemIn(await send('{"departureId":'), 'invalid-request');
  problemIn(await send('<order/>', 'application/xml'), 'invalid-request');
  problemIn(await send(JSON.stringify({ departureId: 'x'.repeat(40_000) })), 'body-too-large');
  problemIn(
    await send(JSON.stringify({ ...with14, departureId: '\ud800', seats: ['4-1A'] })),
    'invalid-request',
  );
  problemIn(await shop.get('/nothing'), 'not-found');
  problemIn(await shop.get('/events', { after: 'nonsense' }), 'invalid-request');
});

test.each([
  ['the path itself', 'GET', ''],
  ['another method of a call', 'DELETE', '/orders'],
  ['a method of no call', 'PATCH', '/orders/a'],
  ['a method of WebDAV', 'PROPFIND', '/orders'],
  ['a path of no call', 'OPTIONS', '/orders/a/b/c/d'],
] as const)('%s is a problem too', async (_name, method, path) => {
  const url = PARTNER_PATH + path;
  const authorization = `Bearer ${shop.key}`;
  problemIn(
    await fixture.app.inject({ method: method as 'GET', url, headers: { authorization } }),
    'not-found',
  );
});

test('an address that cannot be decoded is a problem too', async () => {
  // It has no field with a name.
  expect(problemIn(await shop.get('/orders/%zz'), 'invalid-request').values).toBeUndefined();
});

test('a cursor with a NUL, and a day after the last one, are wrong places', async () => {
  const nul = Buffer.from(JSON.stringify([0, 'a\u0000'])).toString('base64url');
  const places = async (query: Record<string, string>) =>
    problemIn(await shop.get('/orders', query), 'invalid-request').errors;
  expect(await places({ cursor: nul })).toMatchObject([{ parameter: 'cursor' }]);
  expect(await places({ until: '9999-12-31' })).toMatchObject([{ parameter: 'until' }]);
});

test('a key or a partner that was closed while its call waited changes nothing', async () => {
  const { db, clock } = fixture.deps;
  for (const table of ['partner_key', 'partner'] as const) {
    const { partnerId } = await addPartner(fixture.app, fixture.deps);
    const { key_id: keyId } = await db
      .selectFrom('partner_key')
      .select('key_id')
      .where('partner_id', '=', partnerId)
      .executeTakeFirstOrThrow();
    const keep = () => inTransaction(db, (trx) => keepPartnerOpen(trx, { keyId }));
    await keep();
    await inTransaction(db, (trx) =>
      trx
        .updateTable(table)
        .set({ closed_at: new Date(clock()) })
        .where('partner_id', '=', partnerId)
        .execute(),
    );
    await expect(keep()).rejects.toMatchObject({ code: 'SES-0001' });
  }
});

test('problems are told in Japanese or English, and explain themselves at their address', async () => {
  const inJapanese = await shop.get('/nothing', {}, { 'accept-language': 'fr;q=0.9, ja-JP;q=0.8, en;q=0.2' });
  expect(inJapanese.headers['content-language']).toBe('ja');
  expect(problemIn(inJapanese, 'not-found').title).toBe(partnerWords(['ja']).problems['not-found'].title);
  const inEnglish = problemIn(await shop.get('/nothing', {}, { 'accept-language': 'ko' }), 'not-found');
  expect(inEnglish.title).toBe('Not found');
  for (const type of PROBLEM_TYPES) {
    const answer = await fixture.app.inject({ url: problemUri(type) });
    expect(answer.json()).toMatchObject({ type: problemUri(type) });
    const [en, ja] = [partnerWords(['en']).problems[type], partnerWords(['ja']).problems[type]];
    for (const part of ['title', 'detail', 'nextStep'] as const)
      expect([type, part, placesOf(ja[part])]).toEqual([type, part, placesOf(en[part])]);
  }
});

test('a key of the partner API opens no call of the desk, of gates or of travellers', async () => {
  for (const scheme of ['Bearer', 'ApiKey'])
    for (const url of [
      '/desk/tickets',
      '/desk/partners',
      '/gate/state',
      '/jtr-jwqs-app/guest/ticket/info/list',
    ]) {
      const answer = await fixture.app.inject({ url, headers: { authorization: `${scheme} ${shop.key}` } });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
    }
});
