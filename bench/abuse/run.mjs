// How much slower do an honest traveller's calls get during an attack? Each attack runs beside the calls that are
// also measured without it, in turns, on the embedded database and on PostgreSQL, with the limits of production.
// node bench/abuse/run.mjs [rounds] [seconds a round] [words of attacks' names, between commas]; starts and stops everything that
// it needs.
import { fork } from 'node:child_process';
import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { loadavg, setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { encryptPassword } from '../../e2e/support/encrypt-password.ts';
import { issuerKeys, makeIssuerKey } from '../../e2e/support/server/issuer-keys.ts';
import { runServer } from '../../e2e/support/server/run-server.ts';
import { signCertificate } from '@kippu/ticket-code/certificate/certificate';
import { signMoment } from '@kippu/ticket-code/code/moment';
import { encodeCode } from '@kippu/ticket-code/code/text';
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import { addBearerGate } from '../../apps/server/test/gate/gate-device.ts';
import { withPostgres } from '../../scripts/programs/postgres.mjs';
import { hashPassword } from '../../apps/server/src/account/password-crypto/hash-password.ts';
import { MIGRATION_LIMITS } from '../../apps/server/src/platform/db/connect/limits.ts';
import { openEmbedded, openPostgres } from '../../apps/server/src/platform/db/open-database.ts';
import { loadOperator } from '../../apps/server/src/platform/operator/read-input.ts';
import { signIn } from '../../apps/server/test/reservation/seat.ts';
import { syncProducts } from '../../apps/server/src/ticket/issue/sync-products.ts';
import { median, PRODUCT, quantile, seedTickets, STRETCH, upcomingRides } from '../harness.mjs';
import { ATTACKS } from './attacks.mjs';

const [ROUNDS = 3, SECONDS = 3] = process.argv.slice(2, 4).map(Number);
const ONLY = (process.argv[4] ?? '').split(',');
const LIMIT = 3;
const PASSWORD = 'Hozugawa-58-boat';
const FORMER = 'Ginkaku-41-moss';
const GUEST = '/jtr-jwqs-app/guest';
/** They call in turn: a single one would reach the limits of an account. */
const HONEST = 24;
const VICTIMS = 400;
/** Tickets whose genuine certificates a stolen gate has read, each in an account of its own. */
const PASSENGERS = 500;
const DESK_KEY = randomBytes(24).toString('base64url');
/** The pause after each of the traveller's steps, and between two logins. */
const STEP_MS = 40;
const LOGIN_MS = 350;

const root = path.resolve(import.meta.dirname, '../..');
const operator = await loadOperator(path.join(root, 'operators/kansai'), Date.now());

/** Creates accounts `<prefix>0`… with PASSWORD, and 24 former passwords if they attack. */
async function seedAccounts(db, prefix, count, { former = false } = {}) {
  const [own, old] = [await hashPassword(PASSWORD), await hashPassword(FORMER)];
  await sql`
    insert into account (account_id, email, username, fullname, country, language, password_hash, password_changed_at, status, created_at)
    select ${prefix}::text || n, ${prefix}::text || n || '@bench.example', 'u', 'Traveller', 'JP', 'en', ${own}, now() - interval '60 days', 'active', now()
    from generate_series(0, ${count - 1}::int) as n`.execute(db);
  if (former)
    await sql`
      insert into password_history (account_id, password_hash, created_at)
      select ${prefix}::text || n, case when i = 1 then ${old} else ${own} end, now() - i * interval '1 day'
      from generate_series(0, ${count - 1}::int) as n, generate_series(-22, 1) as i`.execute(db);
}

/**
 * Writes everything that the calls and the attacks need before the server starts, because the embedded database has
 * one process only.
 */
async function seed(open) {
  const { db, close } = await open();
  const now = Date.now();
  await syncProducts(db, operator);
  await seedAccounts(db, 'a', HONEST);
  await seedAccounts(db, 'b', VICTIMS);
  await seedAccounts(db, 'x', 4 * Object.keys(ATTACKS).length, { former: true });
  await seedTickets(db, 'a', HONEST, 4);
  await seedTickets(db, 'x', 4 * Object.keys(ATTACKS).length, 2);
  await seedAccounts(db, 'g', PASSENGERS);
  await seedTickets(db, 'g', PASSENGERS, 1);
  const gateKey = await addBearerGate(db, now);
  const signedIn = (prefix, count) =>
    Promise.all(
      Array.from({ length: count }, async (_, i) => ({
        ...(await signIn(db, `${prefix}${i}`, now)),
        ticketId: `${prefix}${i}-1`,
      })),
    );
  const people = {
    gateKey,
    honest: await signedIn('a', HONEST),
    attackers: await signedIn('x', 4 * Object.keys(ATTACKS).length),
  };
  await close();
  return people;
}

/** Signs a certificate for each passenger's ticket with the server's key, and the code that a phone shows now. */
async function genuineCodes() {
  const issuer = issuerKeys();
  const phone = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = phone.publicKey.export({ format: 'jwk' });
  const odd = ((Buffer.from(y, 'base64url').at(-1) ?? 0) & 1) === 1;
  const phoneKey = new Uint8Array(Buffer.concat([Buffer.of(odd ? 3 : 2), Buffer.from(x, 'base64url')]));
  const byPhone = async (/** @type {Uint8Array} */ message) =>
    new Uint8Array(sign('sha256', message, { key: phone.privateKey, dsaEncoding: 'ieee-p1363' }));
  const now = Math.floor(Date.now() / 1000);
  const about = {
    productId: PRODUCT,
    productName: 'bench',
    passengerCategory: /** @type {const} */ ('adult'),
    phoneKey,
  };
  const times = { validFrom: now - 3600, validUntil: now + 86_400, issuedAt: now, expiresAt: now + 43_200 };
  return Promise.all(
    Array.from({ length: PASSENGERS }, async (_, n) => {
      const ticketId = `g${n}-1`;
      const content = { ...about, ...times, ticketId, ticketNo: `no-${ticketId}` };
      const certificate = await signCertificate(content, issuer.kid, issuer.sign);
      const text = encodeCode({ certificate, ...(await signMoment(certificate, now, 'in', byPhone)) });
      return { ticketId, certificate: Buffer.from(certificate).toString('base64url'), text };
    }),
  );
}

const agent = new Agent({ keepAlive: true });

/**
 * Makes one call of the honest traveller.
 * @param {number} port
 * @param {string} method
 * @param {string} target
 * @param {{ body?: object, headers: Record<string, string> }} request
 * @returns the envelope of the answer
 */
const call = (port, method, target, { body, headers }) =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const head =
      text === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const sent = request(
      { agent, port, host: '127.0.0.1', method, path: target, headers: { ...headers, ...head } },
      (answer) => {
        let read = '';
        answer.setEncoding('utf8').on('data', (part) => (read += part));
        answer.on('end', () => resolve({ status: answer.statusCode, ...JSON.parse(read) }));
      },
    );
    sent.on('error', reject).end(text);
  });

const publicKeyOf = async (port) =>
  (await call(port, 'GET', '/jtr-jwqs-app/open/account/info/publicKey', { headers: {} })).data;

/** Makes an honest traveller's calls for some seconds. Returns the milliseconds of each, by kind, and the refusals. */
async function honestly(port, material, seconds) {
  const times = { calls: [], logins: [] };
  const refused = [];
  const until = performance.now() + seconds * 1000;
  const timed = async (kind, method, target, asked) => {
    const began = performance.now();
    const answer = await call(port, method, target, asked);
    times[kind].push(performance.now() - began);
    if (answer.code !== 'OK') refused.push(`${target.split('?')[0].split('/').pop()}: ${answer.code}`);
    return answer;
  };
  const ride = upcomingRides(operator, 3)[0];
  const visit = async () => {
    for (let i = 0; performance.now() < until; i += 1) {
      const { authorization, ticketId } = material.honest[i % HONEST];
      const headers = { authorization, 'x-forwarded-for': '198.51.100.1' };
      const trains = new URLSearchParams({
        ...STRETCH,
        date: ride.departureId.split('@')[1],
        ticketIds: ticketId,
      });
      for (const target of [
        `${GUEST}/ticket/info/list?tab=active`,
        `${GUEST}/ticket/info/load?ticketId=${ticketId}`,
        `${GUEST}/seat/info/ticketTrainList?${trains}`,
      ]) {
        await timed('calls', 'GET', target, { headers });
        await sleep(STEP_MS);
      }
      const hold = {
        ...STRETCH,
        departureId: ride.departureId,
        ticketIds: [ticketId],
        auto: { prefer: 'window' },
      };
      const held = await timed('calls', 'POST', `${GUEST}/seat/info/seatHold`, { headers, body: hold });
      if (held.data)
        await timed('calls', 'POST', `${GUEST}/seat/info/seatRelease`, {
          headers,
          body: { holdId: held.data.holdId },
        });
      await sleep(STEP_MS);
    }
  };
  const logIn = async () => {
    for (let i = 0; performance.now() < until; i += 1) {
      const account = `b${VICTIMS - 1 - (i % 20)}@bench.example`;
      const body = {
        loginType: 'password',
        loginAgent: 'guest',
        saasId: 11950,
        deviceId: 'phone-0001',
        account,
        password: encryptPassword(material.publicKey, 'login', PASSWORD),
      };
      await timed('logins', 'POST', '/jtr-jwqs-app/open/account/info/login', {
        headers: { 'x-forwarded-for': `198.51.101.${i % 20}` },
        body,
      });
      await sleep(LOGIN_MS);
    }
  };
  await Promise.all([visit(), logIn()]);
  return { times, refused };
}

/** Runs one attack's rounds, with and without it in turns. */
async function measure(port, material, name) {
  // Passwords encrypted with an answer are valid for ten minutes.
  material.publicKey = material.ofAttack.publicKey = await publicKeyOf(port);
  /** @typedef {{ calls: number[], logins: number[] }} Times @type {{ without: Times[], beside: Times[] }} */
  const rounds = { without: [], beside: [] };
  const refused = [];
  let answers = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.without.push((await honestly(port, material, SECONDS)).times);
    const attacker = fork(path.join(import.meta.dirname, 'attacker.mjs'));
    // A real attacker has another machine: here it must not take the server's cores.
    if (attacker.pid !== undefined) setPriority(attacker.pid, 10);
    // Each attack has its own four accounts with unused limits.
    const first = 4 * Object.keys(ATTACKS).indexOf(name);
    const attackers = material.attackers.slice(first, first + 4);
    attacker.send({ name, port, material: { ...material.ofAttack, attackers } });
    await sleep(300);
    const beside = await honestly(port, material, SECONDS);
    attacker.send('stop');
    const [message] = await once(attacker, 'message');
    attacker.kill();
    answers = message.answers;
    rounds.beside.push(beside.times);
    refused.push(...beside.refused);
  }
  const of = (side, kind) => rounds[side].map((times) => median(times[kind]));
  const ratio = (kind) => median(of('beside', kind)) / median(of('without', kind));
  const p95 = (side) =>
    quantile(
      rounds[side].flatMap((times) => times.calls),
      0.95,
    );
  return {
    name,
    calls: ratio('calls'),
    logins: ratio('logins'),
    ms: ['without', 'beside'].map((side) => [
      median(of(side, 'calls')),
      p95(side),
      median(of(side, 'logins')),
    ]),
    refused,
    answers,
  };
}

/** @param {number[]} figures */
const shown = ([calls = 0, p95 = 0, logins = 0]) =>
  `${calls.toFixed(1)} / ${p95.toFixed(1)} / ${logins.toFixed(0)} ms`;

/** Runs every attack on one database. Returns whether all kept the limit. */
async function runOn(label, open, env) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-abuse-'));
  // The server takes this key over, so that the stolen gate's certificates are genuine.
  process.env.E2E_DATA_DIR = dataDir;
  makeIssuerKey(dataDir);
  const genuine = await genuineCodes();
  try {
    const people = await seed(() => open(dataDir));
    const profile = process.env.BENCH_PROFILE;
    const nodeOptions = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
    const server = await runServer({
      dataDir,
      nodeOptions,
      env: { DEMO: '0', LOG_LEVEL: 'silent', DESK_API_KEY: DESK_KEY, ...env },
    });
    const { port } = server;
    const noise = /** @type {const} */ ({ type: 'gaussian', mean: 128, sigma: 8 });
    const photo = await sharp({
      create: { width: 4800, height: 4800, channels: 3, background: 'white', noise },
    })
      .jpeg({ quality: 8 })
      .toBuffer();
    const ofAttack = {
      genuine,
      gateKey: people.gateKey,
      deskKey: DESK_KEY,
      productId: PRODUCT,
      useBy: addDays(dateAt(Date.now()), 20),
      victims: VICTIMS - 100,
      password: PASSWORD,
      newPassword: `Other-${randomBytes(3).toString('hex')}-A1`,
      formerPassword: FORMER,
      picture: `data:image/jpeg;base64,${photo.toString('base64')}`,
    };
    const material = { ...people, publicKey: await publicKeyOf(port), ofAttack };
    console.log(
      `${label}; ${ROUNDS} rounds of ${SECONDS} s with and without in turns, picture ${(photo.length / 1024).toFixed(0)} kB`,
    );
    await honestly(port, material, 2);
    let kept = true;
    for (const name of Object.keys(ATTACKS).filter((each) => ONLY.some((words) => each.includes(words)))) {
      const { calls, logins, ms, refused, answers } = await measure(port, material, name);
      const good = Math.max(calls, logins) <= LIMIT && refused.length === 0;
      kept &&= good;
      console.log(
        `${good ? 'ok  ' : 'OVER'} ${name}: calls ${calls.toFixed(2)}, logins ${logins.toFixed(2)} (limit ${LIMIT}); ` +
          `median / p95 / login ${shown(ms[0])} → ${shown(ms[1])}; refused ${refused.length} ${refused.slice(0, 3).join(', ')}; ` +
          `the attack got ${JSON.stringify(answers)}`,
      );
    }
    console.log(`load ${loadavg()[0].toFixed(1)}`);
    await server.stop();
    return kept;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const results = [await runOn('embedded database', (dataDir) => openEmbedded(dataDir), {})];
const ran = await withPostgres(async (url) => {
  results.push(
    await runOn('PostgreSQL', () => openPostgres(url, { limits: MIGRATION_LIMITS }), { DATABASE_URL: url }),
  );
});
if (!ran || results.includes(false)) process.exitCode = 1;
