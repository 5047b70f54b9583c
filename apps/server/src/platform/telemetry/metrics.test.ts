// What the service counts: calls by route, seats, gates, sign-ins, limits. No label has an id, an address or a caller.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { openAccountApp, PASSWORD, WRONG } from '../../../test/account.ts';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';
import { openGateApp, passage } from '../../../test/gate/gate.ts';
import { samplesOf } from '../../../test/metrics.ts';
import { seatClient, seedSeats } from '../../../test/reservation/seat-client.ts';
import { AppError } from '../wire/app-error.ts';
import { newMetrics } from './metrics.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

test('calls are counted by route, method, status class and family of the code, never by what an address contains', async () => {
  const metrics = newMetrics();
  const app = await buildApp({ ...deps, metrics });
  for (const id of ['first-id', 'second-id']) {
    await app.inject(`/desk/ticket?ticketNo=${id}`);
    await app.inject(`/nowhere/${id}`);
    await app.inject({ method: 'DELETE', url: `/elsewhere/${id}` });
  }
  await app.inject('/healthz');
  await app.close();
  const samples = await samplesOf(metrics);
  const calls = [...samples].filter(([name]) => name.startsWith('kippu_calls_total'));
  expect(Object.fromEntries(calls)).toEqual({
    'kippu_calls_total{method="GET",route="/desk/ticket",status="4xx",error="SES"}': 2,
    'kippu_calls_total{method="any",route="unknown",status="4xx",error="REQ"}': 4,
    'kippu_calls_total{method="GET",route="/healthz",status="2xx",error=""}': 1,
  });
  expect(samples.get('kippu_call_duration_seconds_count{method="GET",route="/desk/ticket"}')).toBe(2);
  expect([...samples.keys()].join()).not.toMatch(/first-id|second-id/);
});

test('holds, bookings and cancellations count once each, not again for a retry and not for a refusal', async () => {
  const metrics = newMetrics();
  const app = await buildApp({ ...deps, metrics });
  await seedSeats(deps.db, deps.operator, deps.clock());
  const traveller = await seatClient(app, deps.db, 'a0', deps.clock());
  const holdId = await traveller.hold(['in'], ['4-1A']);
  for (let i = 0; i < 3; i += 1) await traveller.post('seatSave', { holdId }, 'the-same-key');
  await traveller.post('seatSave', { holdId: 'nobodys' });
  const cancelled = await traveller.post('seatCancel', { reservationId: holdId });
  await app.close();
  expect(cancelled.code).toBe('OK');
  const samples = await samplesOf(metrics);
  const acts = ['hold', 'booking', 'change', 'cancellation'].map((act) =>
    samples.get(`kippu_seat_acts_total{act="${act}"}`),
  );
  expect(acts).toEqual([1, 1, 0, 1]);
});

test.each([
  ['40001', 'serialization'],
  ['40P01', 'deadlock'],
])(
  'a booking that fails twice with %s is answered and stored once; both retries are counted and logged',
  async (code, reason) => {
    const own = await openTestDeps();
    const metrics = newMetrics();
    const lines: string[] = [];
    const app = await buildApp({
      ...own,
      metrics,
      config: { ...own.config, logLevel: 'warn' },
      logStream: { write: (line) => void lines.push(line) },
    });
    await seedSeats(own.db, own.operator, own.clock());
    const traveller = await seatClient(app, own.db, 'a0', own.clock());
    const holdId = await traveller.hold(['in'], ['4-1A']);
    // A sequence keeps its number when the transaction is rolled back.
    await sql`create sequence failures`.execute(own.db);
    await sql`
    create function fail_twice() returns trigger language plpgsql as $$ begin
      if nextval('failures') <= 2 then raise exception 'planted for %', new.account_id using errcode = ${sql.lit(code)}; end if;
      return new;
    end $$`.execute(own.db);
    await sql`create trigger fail before insert on reservation for each row execute function fail_twice()`.execute(
      own.db,
    );
    const saved = await traveller.post('seatSave', { holdId });
    const stored = await own.db.selectFrom('reservation').select('account_id').execute();
    await app.close();
    await own.close();
    expect([saved.code, stored]).toEqual(['OK', [{ account_id: 'a0' }]]);
    const samples = await samplesOf(metrics);
    expect(samples.get(`kippu_db_retries_total{reason="${reason}"}`)).toBe(2);
    expect(samples.get('kippu_seat_acts_total{act="booking"}')).toBe(1);
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const line = { level: 40, time: expect.any(String), pid: process.pid, hostname: expect.any(String) };
    expect(logged).toEqual(
      [1, 2].map((tries) => ({ ...line, database: reason, tries, msg: 'transaction is run again' })),
    );
  },
);

test('decisions and reports of gates are counted by verdict and reason', async () => {
  const metrics = newMetrics();
  const fixture = await openGateApp({ metrics });
  const gate = await fixture.gate('kansai-airport');
  const [ticketId = ''] = await fixture.inUse('haruka-kix-kyoto');
  await gate.decide({ text: 'not a code' });
  await gate.events([passage(ticketId), passage('nobodys'), passage(ticketId, { reason: '' })]);
  await fixture.close();
  const samples = await samplesOf(metrics);
  const gates = [...samples].filter(([name, count]) => name.startsWith('kippu_gate_') && count > 0);
  expect(Object.fromEntries(gates)).toEqual({
    'kippu_gate_decisions_total{verdict="stop",reason="malformed"}': 1,
    'kippu_gate_reports_total{verdict="accepted",reason=""}': 1,
    'kippu_gate_reports_total{verdict="conflict",reason="unknownTicket"}': 1,
    'kippu_gate_reports_total{verdict="conflict",reason="noReason"}': 1,
  });
  expect(samples.get('kippu_sign_ins_total{caller="gate",outcome="accepted"}')).toBe(1);
});

test('sign-ins are counted by outcome, security events by name, and limits by theirs', async () => {
  const metrics = newMetrics();
  const phone = await openAccountApp((given) => ({
    ...given,
    metrics,
    config: { ...given.config, limitFactor: 0.01 },
  }));
  await phone.newAccount();
  await phone.login(PASSWORD);
  await phone.login(WRONG);
  await phone.askCode('taro@example.jp');
  await phone.askCode('taro@example.jp');
  for (let i = 0; i < 15; i += 1) await phone.call('GET', '/uw-auth-center/auth/genWork');
  await phone.close();
  const samples = await samplesOf(metrics);
  expect(samples.get('kippu_sign_ins_total{caller="traveller",outcome="accepted"}')).toBe(1);
  expect(samples.get('kippu_sign_ins_total{caller="traveller",outcome="refused"}')).toBe(1);
  expect(samples.get('kippu_security_events_total{event="authentication.accepted"}')).toBe(2);
  expect(samples.get('kippu_limit_hits_total{limit="mailedCodes"}')).toBe(1);
  expect(samples.get('kippu_limit_hits_total{limit="openRead"}')).toBe(3);
});

test('a refusal is counted under its family, the specification’s names of the login under AUTH', async () => {
  const metrics = newMetrics();
  const app = await buildApp({ ...deps, metrics });
  await app.close();
  const refused = (code: AppError['code']) =>
    metrics.callEnded({
      request: {} as never,
      method: 'POST',
      path: '/login',
      status: new AppError(code).status,
      aborted: false,
      ms: 1,
      code,
    });
  refused('AccountOrPwdError');
  refused('MFA-0011');
  const samples = await samplesOf(metrics);
  for (const error of ['AUTH', 'MFA'])
    expect(samples.get(`kippu_calls_total{method="POST",route="/login",status="4xx",error="${error}"}`)).toBe(
      1,
    );
});
