// The operator's notices at their times, its questions and answers for the phone to search, and its terms.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Call } from '@kippu/contract/call';
import type { Language } from '@kippu/contract/languages';
import { textIn } from '@kippu/contract/names';
import { MAX_LISTED_NOTICES } from '@kippu/contract/limits';
import { listSaasNotice, loadSaasNotice, type Notice } from '@kippu/contract/calls/traveller/notice';
import { byWallTime } from '@kippu/domain/time/service-day';
import type { Db } from '../platform/db/database.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { bindOpen, type OpenInput } from '../platform/calls/bind-open.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import type { OperatorData } from '../platform/operator/operator-data.ts';
import { wireTime } from '../platform/wire/wire-time.ts';
import { faqIn, loadFaq } from './faq-files.ts';
import { loadTerms } from './terms-files.ts';
import { headOf, noticesAt, type OperatorNotice } from './notice-files.ts';
import { isSameNotice, writtenNotices } from './written-notice.ts';

/** Long enough for one visit, short enough that a corrected answer arrives the same day. */
const TEXT_MAX_AGE_SECONDS = 3600;

/** Lists a signed-in guest's own notices, newest first. `now` in epoch milliseconds. */
type OwnNotices = (db: Db, accountId: string, language: Language, now: number) => Promise<Notice[]>;

/** Binds the feature's calls; `files` are the operator's notices. A broken file of questions or terms stops the start here. */
export function addNoticeRoutes(
  app: FastifyInstance,
  deps: Deps,
  files: readonly OperatorNotice[],
  ownNotices: OwnNotices,
): void {
  /** Lists the guest's own notices, the desk's and the operator's, newest first. With `limit`, at most so many of the desk's are read. */
  const shownTo = async (
    { session, language, now }: OpenInput<Call>,
    limit?: number,
  ): Promise<(Notice & { readonly isOwn: boolean })[]> => {
    const own = session ? await ownNotices(deps.db, session.accountId, language, now) : [];
    const written = await writtenNotices(deps.db, language, now, limit);
    const filed = noticesAt(files, wireTime(now)).map((notice) => ({
      ...headOf(notice, language),
      body: textIn(notice.body, language),
    }));
    return [
      ...own.map((each) => ({ ...each, isOwn: true })),
      ...[...written, ...filed].map((each) => ({ ...each, isOwn: false })),
    ].toSorted((a, b) => byWallTime(b.at, a.at));
  };
  bindOpen(app, deps, listSaasNotice, async (input) => {
    const { since } = input.query;
    const shown = (await shownTo(input, MAX_LISTED_NOTICES)).filter(
      ({ at }) => since === undefined || byWallTime(at, since) > 0,
    );
    const weight = ({ isOwn, level }: (typeof shown)[number]) => (isOwn ? 0 : level === 'important' ? 1 : 2);
    const listed = new Set(shown.toSorted((a, b) => weight(a) - weight(b)).slice(0, MAX_LISTED_NOTICES));
    return shown.filter((each) => listed.has(each)).map(({ body: _body, isOwn: _isOwn, ...head }) => head);
  });
  bindOpen(app, deps, loadSaasNotice, async (input) => {
    const shown = await shownTo(input);
    const index = shown.findIndex(({ noticeId }) => isSameNotice(input.query.noticeId, noticeId));
    const found = shown[index];
    if (!found) return new AppError('REQ-0005');
    const { isOwn: _isOwn, ...notice } = found;
    const [previous, next] = [shown[index - 1]?.noticeId, shown[index + 1]?.noticeId];
    return {
      ...notice,
      ...(previous === undefined ? {} : { previous }),
      ...(next === undefined ? {} : { next }),
    };
  });

  const send = (reply: FastifyReply, type: string, text: string) =>
    reply
      .type(`${type}; charset=utf-8`)
      .header('cache-control', `public, max-age=${TEXT_MAX_AGE_SECONDS}`)
      .send(text);
  const { operatorDir } = deps.config;
  const faq = loadFaq(operatorDir);
  for (const language of deps.timetable.current.operator.settings.languages) {
    const terms = loadTerms(operatorDir, language);
    app.get(`/operator/terms/${language}.md`, { schema: { hide: true } }, async (_request, reply) =>
      send(reply, 'text/markdown', terms),
    );
    /** The answer, made once for each timetable, whose names it contains. */
    const answers = new WeakMap<OperatorData['stations'], string>();
    app.get(`/operator/faq/${language}.json`, { schema: { hide: true } }, async (_request, reply) => {
      const { operator } = deps.timetable.current;
      const answer = answers.get(operator.stations) ?? JSON.stringify(faqIn(faq, operator, language));
      answers.set(operator.stations, answer);
      return send(reply, 'application/json', answer);
    });
  }
}
