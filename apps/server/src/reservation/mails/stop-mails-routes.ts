// The page that a link of the mails of the evening before opens, and the request by which it, or a mail program, ends them (RFC 8058). Opening the page
// ends nothing: programs that check links open them too.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage } from '@kippu/contract/languages';
import type { StopPage } from '@kippu/words/mail-words';
import { appName } from '@kippu/words/railway';
import { mailWords } from '@kippu/words/server-words';
import { findAccount } from '../../account/record/account-store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import { fillMail } from '../../platform/mail/mail-format.ts';
import { linkedPage, LINKED_PAGE_POLICY, type LinkedPage } from '../../platform/mail/mail-page.ts';
import { requestLanguage } from '../../platform/wire/request-language.ts';
import { stopEveMails } from './eve-store.ts';
import { accountOfToken, STOP_PATH } from './stop-token.ts';

/** What a mail program sends is known: `List-Unsubscribe=One-Click`, in either form. It is not read. */
const MAX_BODY_BYTES = 1024;
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Adds the page and the request. */
export async function addStopMailsRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, config, timetable } = deps;
  const found = async ({ query }: FastifyRequest) => {
    const accountId = accountOfToken(deps, (query as { token?: unknown }).token);
    const account = accountId === undefined ? undefined : await findAccount(db, accountId);
    return account?.status === 'deleted' ? undefined : account;
  };
  const answer = (reply: FastifyReply, status: number, page: LinkedPage) =>
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('content-security-policy', LINKED_PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(linkedPage(page, timetable.current.operator.settings.colors));
  const pageOf = (words: StopPage, part: 'ask' | 'done' | 'gone') => {
    const [title, text] = words[part];
    return { title: fillMail(title), text: fillMail(text) };
  };
  const gone = ({ headers }: FastifyRequest, reply: FastifyReply) => {
    const language = requestLanguage(headers['accept-language']);
    const words = mailWords(language);
    const open = {
      label: fillMail(words.open, { app: appName() }),
      url: `${config.publicOrigin}/#/packages/account/index`,
    };
    return answer(reply, 404, { language, ...pageOf(words.stopPage, 'gone'), open });
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      FORMS,
      { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
      (_request, _body, done) => done(null, null),
    );
    const options = (method: 'GET' | 'POST') => {
      const limit = scope.callLimits.ofOpen({ method });
      return {
        config: { limited: true },
        schema: { hide: true },
        onRequest: async (request: FastifyRequest) => limit.take(request),
      };
    };
    scope.get(STOP_PATH, options('GET'), async (request, reply) => {
      const account = await found(request);
      if (!account) return gone(request, reply);
      const language = chooseLanguage([account.language]);
      const words = mailWords(language).stopPage;
      return answer(reply, 200, { language, ...pageOf(words, 'ask'), send: words.send });
    });
    scope.post(STOP_PATH, options('POST'), async (request, reply) => {
      const account = await found(request);
      if (!account || !(await inTransaction(db, (trx) => stopEveMails(trx, account.account_id))))
        return gone(request, reply);
      const language = chooseLanguage([account.language]);
      return answer(reply, 200, { language, ...pageOf(mailWords(language).stopPage, 'done') });
    });
  });
}
