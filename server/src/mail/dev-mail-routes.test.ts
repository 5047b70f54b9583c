// The dev mailbox answers whatever it is asked.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addDevMailRoutes } from './dev-mail-routes.ts';
import { devMailbox } from './send-mail.ts';

test('gives the mails of one receiver, the first when it is asked for two', async () => {
  const mail = devMailbox(() => 0);
  const app = Fastify();
  addDevMailRoutes(app, mail);
  await mail.send({ to: 'a@b.jp', subject: '<b>', text: 'one' });
  await mail.send({ to: 'c@d.jp', subject: 'two', text: 'two' });
  for (const query of ['to=a@b.jp', 'to=%20A@b.jp', 'to=a@b.jp&to=c@d.jp']) {
    const answer = await app.inject(`/dev/mail.json?${query}`);
    expect(answer.json(), query).toEqual([
      { to: 'a@b.jp', subject: '<b>', text: 'one', at: expect.any(String) },
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  expect((await app.inject('/dev/mail')).body).toContain('&#60;b&#62;');
  await app.close();
});
