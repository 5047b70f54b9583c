// The calls by which a manager sees mails and messages to phones that were not sent, sends one again, or drops it.
import type { FastifyInstance } from 'fastify';
import type { DataOf, QueryOf } from '@kippu/contract/call';
import * as calls from '@kippu/contract/calls/desk/mails';
import { MAIL_KINDS, PUSH_TOPICS } from '@kippu/contract/values';
import type { Db } from '../../platform/db/database.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import type { Mail, TripMail } from '../../platform/mail/mail.ts';
import { serviceOfKind } from '../../push/push-job.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { bindDesk, listSubject } from '../../platform/calls/bind-desk.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { cursorOf, placeOf, wrongCursor } from '../../platform/wire/page-cursor.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import * as store from './unsent-mail-store.ts';

const PAGE_ITEMS = 50;

/** Shows the first letter and the domain: enough to recognise a wrong domain, not to write to the person. */
const masked = (address: string): string => {
  const at = address.lastIndexOf('@');
  return `${[...address][0] ?? ''}•••${address.slice(at)}`;
};

function receiverOf(
  queue: JobQueue,
  { job_id: jobId, kind, payload, email }: store.DeadRow,
): { readonly to?: string } {
  const service = serviceOfKind(kind);
  if (service !== undefined) return { to: service };
  try {
    // Only queueMail and tripMailJob make jobs of these kinds. A mail about a trip goes to its account, wherever that is now.
    const mail = queue.open(jobId, payload) as Mail | TripMail;
    const to = 'to' in mail ? mail.to : email;
    return to === null ? {} : { to: masked(to) };
  } catch {
    // Its key has been replaced.
    return {};
  }
}

function entryOf(queue: JobQueue, row: store.DeadRow): calls.UnsentMail {
  const isPush = serviceOfKind(row.kind) !== undefined;
  const kind = (isPush ? PUSH_TOPICS : MAIL_KINDS).find((known) => known === row.topic);
  if (!kind) throw new Error('a mail of an unknown kind');
  const receiver = receiverOf(queue, row);
  return {
    mailId: row.job_id,
    kind,
    ...receiver,
    queuedAt: wireTime(row.queued_at),
    givenUpAt: wireTime(row.dead_at),
    tries: row.attempts,
    reason: row.reason ?? '',
    sendable: (isPush || row.expires_at === null) && row.reason !== 'unreadable',
  };
}

function positionOf(cursor: string): { readonly ms: number; readonly jobId: string } {
  const [ms, jobId] = placeOf(cursor, 2);
  if (!Number.isSafeInteger(ms) || typeof jobId !== 'string' || jobId.includes('\0')) throw wrongCursor();
  return { ms: Number(ms), jobId };
}

/** Lists a page of what was given up. Throws AppError REQ-0001 for a wrong cursor. */
async function listUnsent(
  db: Db,
  queue: JobQueue,
  { cursor }: QueryOf<typeof calls.deskUnsentMails>,
  now: number,
): Promise<DataOf<typeof calls.deskUnsentMails>> {
  const rows = await store.listDead(db, cursor === undefined ? null : positionOf(cursor), {
    limit: PAGE_ITEMS + 1,
    now: new Date(now),
  });
  const shown = rows.slice(0, PAGE_ITEMS);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => entryOf(queue, row)),
    ...(rows.length > PAGE_ITEMS && last ? { next: cursorOf(Number(last.dead_ms), last.job_id) } : {}),
  };
}

export function addUnsentMailRoutes(app: FastifyInstance, deps: Deps): void {
  const { queue } = deps;
  const ofMail = { subject: ({ body }: { readonly body: { readonly mailId: string } }) => body.mailId };
  bindDesk(app, deps, calls.deskUnsentMails, (trx, { query, now }) => listUnsent(trx, queue, query, now), {
    subject: ({ query }) => listSubject(query),
    isList: true,
  });
  bindDesk(
    app,
    deps,
    calls.deskSendMailAgain,
    async (trx, { body: { mailId }, now }, afterCommit) => {
      if (!(await store.reviveDead(trx, mailId, new Date(now)))) throw new AppError('REQ-0005');
      afterCommit(queue.wake);
      return { mailId };
    },
    ofMail,
  );
  bindDesk(
    app,
    deps,
    calls.deskDropMail,
    async (trx, { body: { mailId }, now }) => {
      if (!(await store.dropDead(trx, mailId, new Date(now)))) throw new AppError('REQ-0005');
      return { mailId };
    },
    ofMail,
  );
}
