// The attacks: requests that one worker sends repeatedly. `material` is what run.mjs prepared: tokens, passwords, and
// the server's public key.
import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { encryptPassword } from '../../e2e/support/encrypt-password.ts';

const OPEN = '/jtr-jwqs-app/open/account/info';
const AUTH = '/uw-auth-center';
const GUEST = '/jtr-jwqs-app/guest';

const address = (n) => `203.0.${(n >> 8) & 255}.${n & 255}`;
const from = (n) => ({ 'x-forwarded-for': address(n) });
const as = (authorization) => ({ authorization, 'idempotency-key': randomUUID() });
const someEmail = () => `${randomBytes(8).toString('hex')}@nobody.example`;

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
      body: {
        loginType: 'password',
        loginAgent: 'guest',
        saasId: 11950,
        deviceId: 'phone-of-nobody',
        account: `b${(i * 16 + worker) % m.victims}@bench.example`,
        password: encryptPassword(m.publicKey, 'login', m.newPassword),
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
