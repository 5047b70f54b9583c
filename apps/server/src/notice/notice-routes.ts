// The operator's notices at their times, and its questions and answers for the phone to search.
import type { FastifyInstance } from 'fastify';
import type { Call } from '@kippu/contract/call';
import { LANGUAGES, type Language } from '@kippu/contract/limits';
import { listSaasNotice, loadSaasNotice, type Notice } from '@kippu/contract/calls/traveller/notice';
import type { Db } from '../platform/db/database.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { bindOpen, type OpenInput } from '../platform/calls/bind-open.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import type { OperatorData } from '../platform/operator/operator-data.ts';
import { wireTime } from '../platform/wire/wire-time.ts';
import { faqIn, loadFaq } from './faq-files.ts';
import { headOf, noticesAt, type OperatorNotice } from './notice-files.ts';
import { isSameNotice, writtenNotices } from './written-notice.ts';

/** Long enough for one visit, short enough that a corrected answer arrives the same day. */
const FAQ_MAX_AGE_SECONDS = 3600;

/** Lists a signed-in guest's own notices, newest first. `now` in epoch milliseconds. */
type OwnNotices = (db: Db, accountId: string, language: Language, now: number) => Promise<Notice[]>;

/** Binds the feature's calls; `files` are the operator's notices. A broken FAQ file stops the start here. */
export function addNoticeRoutes(
  app: FastifyInstance,
  deps: Deps,
  files: readonly OperatorNotice[],
  ownNotices: OwnNotices,
): void {
  /** Lists the guest's own notices, the desk's and the operator's, newest first. */
  const shownTo = async ({ session, language, now }: OpenInput<Call>): Promise<Notice[]> => {
    const own = session ? await ownNotices(deps.db, session.accountId, language, now) : [];
    const written = await writtenNotices(deps.db, language, now);
    const filed = noticesAt(files, wireTime(now)).map((notice) => ({
      ...headOf(notice, language),
      body: notice.body[language],
    }));
    return [...own, ...written, ...filed].toSorted((a, b) => b.at.localeCompare(a.at));
  };
  bindOpen(app, deps, listSaasNotice, async (input) => {
    const { since } = input.query;
    return (await shownTo(input))
      .filter(({ at }) => since === undefined || at > since)
      .map(({ body: _body, ...head }) => head);
  });
  bindOpen(app, deps, loadSaasNotice, async (input) => {
    const shown = await shownTo(input);
    const index = shown.findIndex(({ noticeId }) => isSameNotice(input.query.noticeId, noticeId));
    const notice = shown[index];
    if (!notice) return new AppError('REQ-0005');
    const [previous, next] = [shown[index - 1]?.noticeId, shown[index + 1]?.noticeId];
    return {
      ...notice,
      ...(previous === undefined ? {} : { previous }),
      ...(next === undefined ? {} : { next }),
    };
  });

  const faq = loadFaq(deps.config.operatorDir);
  for (const language of LANGUAGES) {
    /** The answer, made once for each timetable, whose names it contains. */
    const answers = new WeakMap<OperatorData, string>();
    app.get(`/operator/faq/${language}.json`, { schema: { hide: true } }, async (_request, reply) => {
      const { operator } = deps.timetable.current;
      const answer = answers.get(operator) ?? JSON.stringify(faqIn(faq, operator, language));
      answers.set(operator, answer);
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', `public, max-age=${FAQ_MAX_AGE_SECONDS}`)
        .send(answer);
    });
  }
}
