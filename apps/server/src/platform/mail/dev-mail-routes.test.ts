// The development mailbox.
import Fastify from 'fastify';
import { answerErrors } from '../wire/error-answer.ts';
import { expect, test } from 'vitest';
import { addDevMailRoutes } from './dev-mail-routes.ts';
import { devMailbox } from './send-mail.ts';
import { aMail, SENT_AS } from '../../../test/mails.ts';

test('lists the mails of one receiver, the first of two given', async () => {
  const mail = devMailbox(() => 0);
  const app = Fastify();
  addDevMailRoutes(app, mail);
  await mail.send(aMail('a@b.jp', { subject: '<b>', text: 'one' }), SENT_AS);
  await mail.send(aMail('c@d.jp', { subject: 'two', text: 'two' }), SENT_AS);
  for (const query of ['to=a@b.jp', 'to=%20A@b.jp', 'to=a@b.jp&to=c@d.jp']) {
    const answer = await app.inject(`/dev/mail.json?${query}`);
    expect(answer.json(), query).toEqual([
      { ...aMail('a@b.jp', { subject: '<b>', text: 'one' }), at: expect.any(String) },
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  expect((await app.inject('/dev/mail')).body).toContain('&#60;b&#62;');
  await app.close();
});

test('only this machine can read it', async () => {
  const mail = devMailbox(() => 0);
  const app = Fastify({ trustProxy: 'loopback' });
  answerErrors(app);
  addDevMailRoutes(app, mail);
  await mail.send(aMail('a@b.jp', { subject: 'code', text: '123456' }), SENT_AS);
  const elsewhere = [
    { host: 'tickets.example' },
    { host: '192.0.2.7:8080' },
    { host: 'localhost.tickets.example' },
    { host: 'localhost:8080@tickets.example' },
    { host: 'localhost', 'x-forwarded-for': '192.0.2.7' },
    { host: 'localhost', 'x-forwarded-host': 'localhost' },
    { host: 'localhost', forwarded: 'for=192.0.2.7' },
    { host: 'localhost', via: '1.1 proxy' },
  ];
  for (const url of ['/dev/mail', '/dev/mail.json?to=a@b.jp']) {
    for (const headers of elsewhere) {
      const answer = await app.inject({ url, headers });
      expect(answer.statusCode, JSON.stringify(headers)).toBe(404);
      expect(answer.body).not.toContain('123456');
    }
    for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080', 'api.localhost'])
      expect((await app.inject({ url, headers: { host } })).body, host).toContain('123456');
  }
  await app.close();
});
