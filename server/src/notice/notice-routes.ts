// What the operator tells everybody: its notices by the clock, and its questions and answers for the phone to search.
import type { FastifyInstance } from 'fastify';
import { LANGUAGES } from '@kippu/contract/limits';
import { listSaasNotice, loadSaasNotice } from '@kippu/contract/notice';
import { AppError } from '../http/app-error.ts';
import { bindOpen } from '../http/bind-call.ts';
import type { Deps } from '../http/deps.ts';
import { wireTime } from '../http/wire-time.ts';
import { faqIn, loadFaq } from './faq-files.ts';
import { headOf, loadNotices, noticesAt } from './notice-files.ts';

/** Long enough for one visit, short enough that a corrected answer is read the same day. */
const FAQ_MAX_AGE_SECONDS = 3600;

/** Binds the feature's calls; a broken file of the operator stops the start here. */
export function addNoticeRoutes(app: FastifyInstance, deps: Deps): void {
  const notices = loadNotices(deps.config.operatorDir);
  bindOpen(app, deps, listSaasNotice, async ({ query, language, now }) => {
    const { since } = query;
    return noticesAt(notices, wireTime(now))
      .filter(({ from }) => since === undefined || from > since)
      .map((notice) => headOf(notice, language));
  });
  bindOpen(app, deps, loadSaasNotice, async ({ query, language, now }) => {
    const shown = noticesAt(notices, wireTime(now));
    const index = shown.findIndex(({ noticeId }) => noticeId === query.noticeId);
    const notice = shown[index];
    if (!notice) return new AppError('REQ-0005');
    const [previous, next] = [shown[index - 1]?.noticeId, shown[index + 1]?.noticeId];
    return {
      ...headOf(notice, language),
      body: notice.body[language],
      ...(previous === undefined ? {} : { previous }),
      ...(next === undefined ? {} : { next }),
    };
  });

  const faq = loadFaq(deps.config.operatorDir);
  for (const language of LANGUAGES) {
    const answer = JSON.stringify(faqIn(faq, deps.operator, language));
    app.get(`/operator/faq/${language}.json`, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .header('cache-control', `public, max-age=${FAQ_MAX_AGE_SECONDS}`)
        .send(answer),
    );
  }
}
