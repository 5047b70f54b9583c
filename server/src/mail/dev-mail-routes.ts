// The dev mailbox as a page and as JSON; served only while no mail really leaves.
import type { FastifyInstance } from 'fastify';
import type { Mailer } from './send-mail.ts';

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);

export function addDevMailRoutes(app: FastifyInstance, mail: Mailer): void {
  const { kept } = mail;
  if (!kept) return;
  app.get<{ Querystring: { to?: string | string[] } }>('/dev/mail.json', async ({ query }, reply) => {
    const to = typeof query.to === 'object' ? query.to[0] : query.to;
    return reply.header('cache-control', 'no-store').send(kept(to));
  });
  app.get('/dev/mail', async (_request, reply) => {
    const items = kept().map(
      ({ to, subject, text, at }) =>
        `<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(to)}, ${at}</p><pre>${escapeHtml(text)}</pre></article>`,
    );
    const page = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Dev mailbox</title>
<h1>Dev mailbox</h1>${items.join('') || '<p>No mail yet.</p>'}</html>`;
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
  });
}
