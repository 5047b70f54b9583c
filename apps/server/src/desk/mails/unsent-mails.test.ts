// Mails that were given up: managers see them without the receiver's address, send one again, or drop it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aMail } from '../../../test/mails.ts';
import { mailRunner } from '../../../test/app-context.ts';
import { staffAtDesk, type AskDesk } from '../../../test/staff.ts';
import { openTicketApp, type TicketFixture } from '../../../test/ticket/ticket.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { queueMail, type Mail } from '../../platform/mail/mail.ts';

let fixture: TicketFixture;
let manager: AskDesk;
beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  manager = await staffAtDesk(fixture, 'manager');
});

const refused = Object.assign(new Error('550 no'), { responseCode: 550, command: 'RCPT TO' });
/** Queues a mail, and lets the relay refuse it for ever. */
async function refuse(mail: Mail, expiresAt?: number): Promise<void> {
  const { deps } = fixture;
  const about = { accountId: null, ...(expiresAt === undefined ? {} : { expiresAt }) };
  await inTransaction(deps.db, (trx) => queueMail(trx, deps.queue, mail, about, deps.clock()));
  await mailRunner({ ...deps, mail: { ...deps.mail, send: () => Promise.reject(refused) } }).drain();
}
const list = async (query = {}) => (await manager('GET', 'mails', query)).json().data;
const act = async (name: 'send-again' | 'drop', mailId: string) =>
  (await manager('POST', `mails/${name}`, { mailId })).json().code;

test('are listed with the masked receiver, what they are about, and the reason', async () => {
  await refuse(aMail('hanako@example.jp'));
  const { items, next } = await list();
  expect(items).toEqual([
    {
      mailId: expect.any(String),
      kind: 'passwordChanged',
      to: 'h•••@example.jp',
      queuedAt: '2026-04-01 09:00:00',
      givenUpAt: '2026-04-01 09:00:00',
      tries: 1,
      reason: 'refused 550',
      sendable: true,
    },
  ]);
  expect(next).toBeUndefined();
});

test('one is sent again, once, and the record says by whom', async () => {
  await refuse(aMail('hanako@example.jp'));
  const [{ mailId }] = (await list()).items;
  expect(await act('send-again', mailId)).toBe('OK');
  await mailRunner(fixture.deps).drain();
  expect(fixture.deps.mail.mailbox?.('hanako@example.jp')).toHaveLength(1);
  expect((await list()).items).toEqual([]);
  expect(await act('send-again', mailId)).toBe('REQ-0005');
  const record = (await manager('GET', 'record', { subject: mailId })).json().data.items;
  expect(record).toMatchObject([{ call: 'deskSendMailAgain', subject: mailId }]);
});

test('one is dropped', async () => {
  await refuse(aMail('hanako@example.jp'));
  const [{ mailId }] = (await list()).items;
  expect(await act('drop', mailId)).toBe('OK');
  expect(await act('drop', mailId)).toBe('REQ-0005');
  expect((await list()).items).toEqual([]);
});

test('a code is not sent again, and one that still waits can be neither sent nor dropped', async () => {
  const { db, clock, queue } = fixture.deps;
  await refuse(aMail('hanako@example.jp', { kind: 'registry', code: '123456' }), clock() + 300_000);
  const [code] = (await list()).items;
  expect(code).toMatchObject({ kind: 'registry', sendable: false });
  expect(await act('send-again', code.mailId)).toBe('REQ-0005');
  expect(await act('drop', code.mailId)).toBe('OK');
  await inTransaction(db, (trx) => queueMail(trx, queue, aMail('a@b.jp'), { accountId: null }, clock()));
  const { job_id: waiting } = await db.selectFrom('job').select('job_id').executeTakeFirstOrThrow();
  for (const name of ['send-again', 'drop'] as const) expect(await act(name, waiting)).toBe('REQ-0005');
});

test('a message to a phone is listed with its push service, and can be sent again, until it is out of date', async () => {
  const { db, queue, clock, advance } = fixture.deps;
  const job = { kind: 'push push.example', topic: 'change', payload: {}, expiresAt: clock() + 600_000 };
  await inTransaction(db, (trx) => queue.add(trx, job, clock()));
  const refuseIt = () =>
    db
      .updateTable('job')
      .set({ dead_at: new Date(clock()), reason: 'answered 413' })
      .execute();
  await refuseIt();
  const [push] = (await list()).items;
  expect(push).toMatchObject({ kind: 'change', to: 'push.example', reason: 'answered 413', sendable: true });
  expect(await act('send-again', push.mailId)).toBe('OK');
  expect((await list()).items).toEqual([]);
  await refuseIt();
  advance(600_000);
  expect((await list()).items).toEqual([]);
  for (const name of ['send-again', 'drop'] as const) expect(await act(name, push.mailId)).toBe('REQ-0005');
});

test('are paged, newest first, each once', async () => {
  for (let i = 0; i < 60; i += 1) {
    const { db, queue, clock } = fixture.deps;
    await inTransaction(db, (trx) =>
      queueMail(trx, queue, aMail(`g${i}@b.jp`), { accountId: null }, clock()),
    );
  }
  const relay = { ...fixture.deps.mail, send: () => Promise.reject(refused) };
  await mailRunner({ ...fixture.deps, mail: relay }).drain();
  const first = await list();
  expect(first.items).toHaveLength(50);
  const second = await list({ cursor: first.next });
  expect(second.items).toHaveLength(10);
  const ids = [...first.items, ...second.items].map(({ mailId }: { mailId: string }) => mailId);
  expect(new Set(ids).size).toBe(60);
  expect((await manager('GET', 'mails', { cursor: 'x' })).json().code).toBe('REQ-0001');
});

test('are for managers', async () => {
  for (const role of ['counter', 'editor'] as const) {
    const staff = await staffAtDesk(fixture, role);
    expect((await staff('GET', 'mails')).json().code).toBe('SES-0006');
    expect((await staff('POST', 'mails/drop', { mailId: 'a' })).json().code).toBe('SES-0006');
  }
});
