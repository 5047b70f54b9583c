// A traveller and a sales system over HTTP. Each call goes to the next origin of a list, so that the programs behind
// them serve one journey together.
import { createPublicKey, generateKeyPairSync, publicEncrypt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import { openSettings } from '../../apps/server/src/platform/operator/files/operator-settings.ts';
import { secretText } from '@kippu/contract/secret';
import { API_KEY } from './production.mjs';

const OPERATOR = fileURLToPath(new URL('../../operators/kansai', import.meta.url));
openSettings(OPERATOR);
const OPEN = '/jtr-jwqs-app/open/account/info';
const MEMBER = '/jtr-jwqs-app/guest/member/info';
const TICKET = '/jtr-jwqs-app/guest/ticket/info';
const SEAT = '/jtr-jwqs-app/guest/seat/info';
const PASSWORD = 'Hozugawa-58-boat';
/** A mail may take this long on a busy machine. */
const MAIL_MS = 60_000;
/** The first product with a seat on one journey. */
const PRODUCT = JSON.parse(readFileSync(`${OPERATOR}/products.json`, 'utf8')).find(
  ({ tripType }) => tripType === 10,
);
const [STRETCH] = PRODUCT.sections;

/** @typedef {{ call: (method: string, path: string, body?: object, authorization?: string) => Promise<any>, made: () => number }} Caller */

/**
 * Makes a caller. Its `call` resolves with the data of the answer and throws unless it is a success; `made` counts the calls.
 * @param {readonly string[]} origins
 * @param {object} [options]
 * @param {Awaited<ReturnType<typeof import('./old-app.mjs').appOf>>} [options.app] makes the calls of travellers with another release's client
 * @param {(origin: string) => Promise<boolean>} [options.isPassing] whether a call that has just failed at an origin is sent there once more,
 *   under the same key
 * @returns {Caller}
 */
export function caller(origins, { app, isPassing = async () => false } = {}) {
  let made = 0;
  const send = async (origin, method, path, body, headers) => {
    if (app && !path.startsWith('/desk/')) return app(origin, method, path, body, headers);
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const said = () => `${method} ${path.split('?')[0]} at ${origin}: ${answer.status} ${text.slice(0, 300)}`;
    if (!answer.ok) throw new Error(said());
    const envelope = JSON.parse(text);
    if (envelope.code !== 'OK') throw new Error(said());
    return envelope.data;
  };
  return {
    made: () => made,
    async call(method, path, body, authorization) {
      const origin = origins[made % origins.length] ?? '';
      made += 1;
      const headers = {
        ...(authorization === undefined ? {} : { authorization }),
        'idempotency-key': randomUUID(),
        // English mails are not encoded.
        'accept-language': 'en',
      };
      try {
        return await send(origin, method, path, body, headers);
      } catch (error) {
        if (!(await isPassing(origin))) throw error;
        return send(origin, method, path, body, headers);
      }
    },
  };
}

/** Issues tickets as a sales system does. @returns {Promise<{ ticketId: string, ticketNo: string, link: string }[]>} */
const issueTickets = ({ call }, count) =>
  call(
    'POST',
    '/desk/tickets',
    {
      orderId: `order-${randomUUID()}`,
      productId: PRODUCT.productId,
      tickets: Array.from({ length: count }, () => ({
        passengerCategory: 'adult',
        useExpireDate: addDays(dateAt(Date.now()), 30),
        salePrice: PRODUCT.price.adult,
      })),
      issuer: 'Example Rail',
      seller: 'Example Rail',
      salesSite: 'web',
    },
    `ApiKey ${API_KEY}`,
  );

/** Returns a password as a phone sends it. */
async function encrypted({ call }, purpose) {
  const { kid, jwk, ticket } = await call('GET', `${OPEN}/publicKey`);
  const text = secretText({ purpose, nonce: randomUUID(), ticket, password: PASSWORD });
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return { kid, value: publicEncrypt({ key, oaepHash: 'sha256' }, Buffer.from(text)).toString('base64') };
}

/** Requests a mailed code for an address. */
export const askCode = (on, email) =>
  on.call('POST', `${OPEN}/sendVerifyCode`, { email, purpose: 'registry' });

/** Registers a traveller. @returns {Promise<{ email: string, token: string, refreshToken: string }>} */
export async function signUp(on, relay) {
  const email = `${randomUUID()}@example.com`;
  await askCode(on, email);
  let verifyCode;
  const until = Date.now() + MAIL_MS;
  while (verifyCode === undefined && Date.now() < until) {
    verifyCode = /\b\d{6}\b/.exec(
      relay
        .mailsTo(email)
        .at(-1)
        ?.replace(/^[^]*?\r\n\r\n/, '') ?? '',
    )?.[0];
    if (verifyCode === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  if (verifyCode === undefined) throw new Error('no code was mailed');
  const { token, refreshToken } = await on.call('POST', `${OPEN}/registry`, {
    email,
    emailRepeat: email,
    verifyCode,
    password: await encrypted(on, 'registry'),
    passwordRepeat: await encrypted(on, 'registry'),
    fullname: 'Mei Tanaka',
    username: 'mei',
    country: 'TW',
    language: 'en',
    termsAccepted: true,
    privacyAccepted: true,
  });
  return { email, token, refreshToken };
}

/** Makes a new key pair of a phone. @returns {string} the public key as the call `qrcode` takes it */
function phoneKey() {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  });
  const odd = (Buffer.from(y, 'base64url').at(-1) ?? 0) & 1;
  return Buffer.concat([Buffer.from([2 + odd]), Buffer.from(x, 'base64url')]).toString('base64url');
}

/** Logs a traveller in. @returns {Promise<{ token: string, refreshToken: string }>} */
export const logIn = async (on, email) =>
  on.call('POST', `${OPEN}/login`, {
    loginType: 'password',
    loginAgent: 'guest',
    saasId: 11_950,
    account: email,
    password: await encrypted(on, 'login'),
    deviceId: 'phone-0001',
  });

/** Reads the traveller's own data. */
export const loadMember = (on, token) => on.call('GET', `${MEMBER}/load`, undefined, `Bearer ${token}`);

/**
 * A whole journey: sign up, log in, renew the session, add tickets, reserve, move and cancel a seat, activate, show a code.
 * @param {ReturnType<typeof caller>} on
 * @param {{ mailsTo: (address: string) => readonly string[] }} relay
 */
export async function journey(on, relay) {
  const { email } = await signUp(on, relay);
  const session = await logIn(on, email);
  const renewed = await on.call(
    'POST',
    `/uw-auth-center/auth/refreshToken?loginAgent=guest&refreshToken=${encodeURIComponent(session.refreshToken)}`,
  );
  const bearer = `Bearer ${renewed.token}`;
  const get = (path, query = {}) =>
    on.call('GET', `${path}?${new URLSearchParams(query)}`, undefined, bearer);
  const post = (path, body) => on.call('POST', path, body, bearer);
  const member = await get(`${MEMBER}/load`);
  if (member.email !== email) throw new Error('another member');
  const issued = await issueTickets(on, 2);
  for (const { link } of issued) await post(`${TICKET}/bind`, { link });
  const { items } = await get(`${TICKET}/list`, { tab: 'active' });
  if (items.length !== issued.length) throw new Error(`${items.length} tickets in the list`);
  const [{ ticketId }, { ticketId: second }] = issued;
  const date = addDays(dateAt(Date.now()), 2);
  const trains = await get(`${SEAT}/ticketTrainList`, { ticketIds: ticketId, date, ...STRETCH });
  const [first, later] = trains.filter(({ reservable }) => reservable !== false);
  const hold = (train, tickets, change = {}) =>
    post(`${SEAT}/seatHold`, {
      ...STRETCH,
      departureId: train.departureId,
      ticketIds: tickets,
      auto: { prefer: 'window' },
      ...change,
    });
  const saved = await post(`${SEAT}/seatSave`, { holdId: (await hold(first, [ticketId])).holdId });
  const { reservationId } = saved;
  await get(`${SEAT}/seatMap`, { departureId: first.departureId, ...STRETCH });
  const change = await hold(later, [ticketId], { change: reservationId });
  await post(`${SEAT}/seatChange`, { reservationId, holdId: change.holdId });
  await post(`${SEAT}/seatCancel`, { reservationId });
  await post(`${SEAT}/seatSave`, { holdId: (await hold(first, [second])).holdId });
  const list = await get(`${SEAT}/reserveList`, { tab: 'upcoming' });
  if (list.items.length !== 1) throw new Error(`${list.items.length} reservations in the list`);
  await post(`${TICKET}/use`, { ticketId });
  const { certificate } = await get(`${TICKET}/qrcode`, { ticketId, deviceKey: phoneKey() });
  if (typeof certificate !== 'string') throw new Error('no certificate');
}
