// The attacks: requests that one worker sends repeatedly. `material` is what run.mjs prepared: tokens, passwords, and
// the server's public key.
import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { encryptPassword } from '../../e2e/support/encrypt-password.ts';

const OPEN = '/jtr-jwqs-app/open/account/info';
const AUTH = '/uw-auth-center';
const GUEST = '/jtr-jwqs-app/guest';

const address = (n) => `203.0.${(n >> 8) & 255}.${n & 255}`;
/** An address of a /64 of its own in one /48, which a provider gives to one customer. */
const ofOneCustomer = (n) => ({ 'x-forwarded-for': `2001:db8:77:${(n & 0xffff).toString(16)}::1` });
const from = (n) => ({ 'x-forwarded-for': address(n) });
const as = (authorization) => ({ authorization, 'idempotency-key': randomUUID() });
const someEmail = () => `${randomBytes(8).toString('hex')}@nobody.example`;

/** A wall time in Tokyo, as gates report it. */
const tokyoTime = (now) => new Date(now + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const withGateKey = (m) => ({ authorization: `Gate ${m.gateKey}`, ...from(11_000) });
const EVENTS_A_BATCH = 500;
const TICKETS_AN_ORDER = 40;

/** A body of 2 MB with very many values. */
const MANY_FIELDS = Object.fromEntries(Array.from({ length: 180_000 }, (_, n) => [`k${n}`, 1]));

const logIn = (m, account) => ({
  loginType: 'password',
  loginAgent: 'guest',
  saasId: 11950,
  deviceId: 'phone-of-nobody',
  account,
  password: encryptPassword(m.publicKey, 'login', m.newPassword),
});

/** An attack of plain requests. `send(i, worker)` returns the i-th request of a worker. */
const requests = (workers, pauseMs, send) => ({ workers, pauseMs, send });

export const ATTACKS = {
  'wrong-code sign-ups': (m) =>
    requests(12, 20, () => {
      const email = someEmail();
      const names = { fullname: 'Nobody', username: 'nobody', country: 'JP', language: 'en' };
      const consent = { termsAccepted: true, privacyAccepted: true };
      const password = encryptPassword(m.publicKey, 'registry', m.newPassword);
      const secrets = { password, passwordRepeat: password, verifyCode: '123456' };
      const body = { email, emailRepeat: email, ...names, ...consent, ...secrets };
      return { method: 'POST', path: `${OPEN}/registry`, headers: from(1), body };
    }),
  'parallel changePassword, 24 former passwords': (m) =>
    requests(16, 20, (_i, worker) => {
      const oldPassword = encryptPassword(m.publicKey, 'changePassword', m.password);
      // A former password: it is compared with all stored ones and refused, so the attack can repeat it.
      const password = encryptPassword(m.publicKey, 'changePassword', m.formerPassword);
      return {
        method: 'PUT',
        path: `${GUEST}/member/info/changePassword`,
        headers: as(m.attackers[worker % 4].authorization),
        body: { oldPassword, password, passwordRepeat: password },
      };
    }),
  'logins of many accounts, 16 addresses': (m) =>
    requests(16, 20, (i, worker) => ({
      method: 'POST',
      path: `${OPEN}/login`,
      headers: from(1000 + worker),
      body: logIn(m, `b${(i * 16 + worker) % m.victims}@bench.example`),
    })),
  'logins from a new address of one /48 each': (m) =>
    requests(16, 20, (i, worker) => ({
      method: 'POST',
      path: `${OPEN}/login`,
      headers: ofOneCustomer(i * 16 + worker),
      body: logIn(m, `b${(i * 16 + worker) % m.victims}@bench.example`),
    })),
  'a stolen gate that reports 500 genuine certificates at once': (m) =>
    requests(4, 20, (i, worker) => ({
      method: 'POST',
      path: '/gate/events',
      headers: withGateKey(m),
      body: {
        events: Array.from({ length: EVENTS_A_BATCH }, (_, at) => {
          const { ticketId, certificate } = m.genuine[at % m.genuine.length];
          const code = (i * 4 + worker) % 2 === 0 ? 31 : 32;
          return { eventId: randomUUID(), ticketId, code, at: tokyoTime(Date.now()), certificate };
        }),
      },
    })),
  'a stolen gate that asks about hundreds of genuine codes': (m) =>
    requests(12, 0, (i, worker) => ({
      method: 'POST',
      path: '/gate/decide',
      headers: withGateKey(m),
      body: { text: m.genuine[(i * 12 + worker) % m.genuine.length].text },
    })),
  'orders of 40 tickets by the key of a seller': (m) =>
    requests(8, 20, () => ({
      method: 'POST',
      path: '/desk/tickets',
      headers: { authorization: `ApiKey ${m.deskKey}`, 'idempotency-key': randomUUID(), ...from(12_000) },
      body: {
        orderId: randomUUID(),
        productId: m.productId,
        tickets: Array.from({ length: TICKETS_AN_ORDER }, () => ({
          passengerCategory: 'adult',
          useExpireDate: m.useBy,
          salePrice: 220_000,
        })),
        issuer: 'Bench Rail',
        seller: 'Bench Shop',
        salesSite: 'web',
      },
    })),
  'deletions that are refused after the password': (m) =>
    requests(16, 20, (_i, worker) => ({
      method: 'POST',
      path: `${GUEST}/member/info/logOff`,
      headers: as(m.attackers[worker % 4].authorization),
      body: { password: encryptPassword(m.publicKey, 'logOff', m.password) },
    })),
  'transfers to nobody': (m) =>
    requests(16, 20, (_i, worker) => {
      const { authorization, ticketId } = m.attackers[worker % 4];
      const email = someEmail();
      const password = encryptPassword(m.publicKey, 'transferTicket', m.password);
      const body = { ticketId, email, emailRepeat: email, password };
      return {
        method: 'POST',
        path: `${GUEST}/ticket/info/transferTicket`,
        headers: as(authorization),
        body,
      };
    }),
  'captcha pictures with sound': () =>
    requests(12, 20, (_i, worker) => ({
      method: 'GET',
      path: `${OPEN}/genCaptcha?audio=true`,
      headers: from(5000 + worker),
    })),
  'code mails to many addresses': () =>
    requests(12, 20, (_i, worker) => ({
      method: 'POST',
      path: `${OPEN}/sendVerifyCode`,
      headers: { ...from(6000 + worker), 'x-device-id': randomUUID() },
      body: { email: someEmail(), purpose: 'registry' },
    })),
  'the document of the calls': () =>
    requests(12, 20, (_i, worker) => ({
      method: 'GET',
      path: '/docs/json',
      headers: { ...from(7000 + worker), 'accept-encoding': 'br' },
    })),
  'gate keys of nobody': () =>
    requests(12, 20, (_i, worker) => ({
      method: 'GET',
      path: '/gate/state',
      headers: { ...from(8000 + worker), authorization: `Gate ${randomBytes(32).toString('base64url')}` },
    })),
  'feedback with large pictures': (m) =>
    requests(8, 50, (_i, worker) => ({
      method: 'POST',
      path: `${GUEST}/feedback/save`,
      headers: as(m.attackers[worker % 4].authorization),
      body: { topic: 'app', text: 'a picture', screenshot: m.picture },
    })),
  'bursts of 100 writes of an account': (m) =>
    // Once a round: an account may write 300 times a minute.
    requests(400, 3_000, (_i, worker) => ({
      method: 'POST',
      path: `${GUEST}/seat/info/seatRelease`,
      headers: as(m.attackers[worker % 4].authorization),
      body: { holdId: 'x' },
    })),
  'bodies of 180,000 names': (m) =>
    requests(4, 500, (_i, worker) => ({
      method: 'POST',
      path: `${GUEST}/${worker % 2 === 0 ? 'seat/info/seatHold' : 'feedback/save'}`,
      headers: as(m.attackers[worker % 4].authorization),
      body: MANY_FIELDS,
    })),
  'refresh tokens of nobody': () =>
    requests(12, 20, (_i, worker) => ({
      method: 'POST',
      path: `${AUTH}/auth/refreshToken?loginAgent=guest&refreshToken=${randomBytes(32).toString('base64url')}`,
      headers: from(9000 + worker),
      body: {},
    })),
  'live streams opened again and again': (m) =>
    requests(12, 20, (_i, worker) => {
      const { authorization, ticketId } = m.attackers[worker % 4];
      const path = `${GUEST}/ticket/info/passages?ticketId=${ticketId}`;
      return { method: 'GET', path, headers: { authorization }, held: true };
    }),
  'bodies sent a byte at a time': () => ({
    workers: 200,
    pauseMs: 100,
    /** Opens a connection and sends its body very slowly. */
    open: (port, worker) => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write(
        `POST ${OPEN}/registry HTTP/1.1\r\nhost: kippu\r\ncontent-type: application/json\r\n` +
          `x-forwarded-for: ${address(10_000 + worker)}\r\ncontent-length: 20000\r\n\r\n{`,
      );
      return { drip: () => socket.write(' '), close: () => socket.destroy() };
    },
  }),
};
