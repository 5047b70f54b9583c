// The development mailbox as a page and as JSON; served only while no mail is really sent, and only to this machine.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../wire/app-error.ts';
import { isLoopbackHost } from '../http/loopback.ts';
import { escapeHtml } from '../wire/html-text.ts';
import type { Mailer } from './send-mail.ts';

/** Headers that proxies add: a client behind one may be anywhere. */
const PROXY_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/**
 * Answers as if there were no mailbox unless the request was made on this machine. Refused are requests through a proxy, and requests by a
 * page of another site that resolves its name to this machine (DNS rebinding).
 */
async function refuseOthers({ hostname, host, headers }: FastifyRequest): Promise<void> {
  // 'localhost:80@elsewhere.example' is no host, although it begins with one.
  const isHost = /^(?:\[[\da-f:.]+\]|[^:@[\]]+)(?::\d+)?$/i.test(host);
  if (!isHost || !isLoopbackHost(hostname) || PROXY_HEADERS.some((name) => headers[name] !== undefined))
    throw new AppError('REQ-0005');
}

/** Adds the mailbox if `mail` has one. */
export function addDevMailRoutes(app: FastifyInstance, mail: Mailer): void {
  const { mailbox } = mail;
  if (!mailbox) return;
  app.get<{ Querystring: { to?: string | string[] } }>(
    '/dev/mail.json',
    { onRequest: refuseOthers },
    async ({ query }, reply) => {
      const to = typeof query.to === 'object' ? query.to[0] : query.to;
      return reply.header('cache-control', 'no-store').send(mailbox(to));
    },
  );
  app.get('/dev/mail', { onRequest: refuseOthers }, async (_request, reply) => {
    const items = mailbox().map(
      ({ to, subject, text, at }) =>
        `<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(to)}, ${at}</p><pre>${escapeHtml(text)}</pre></article>`,
    );
    const page = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Dev mailbox</title>
<h1>Dev mailbox</h1>${items.join('') || '<p>No mail yet.</p>'}</html>`;
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
  });
}
