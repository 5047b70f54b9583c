// The notice editor: the languages offered, the period, and a preview for travellers. A draft stays on this device until it is
// saved.
import { Save, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { deskNotice, deskNotices, deskSaveNotice } from '@kippu/contract/routes/desk/notices';
import type { DeskNotice } from '@kippu/contract/calls/desk/notices';
import { chooseLanguage, fallbackLanguage, type Language } from '@kippu/contract/languages';
import { isRefusal } from '@kippu/client/call-error';
import { useFormat } from '../app/text/format.ts';
import { languageName } from '@kippu/words/languages';
import { useLeaveGuard } from '../app/router/leave-guard.ts';
import { useAct } from '../app/call/queries.ts';
import { hrefOf, navigate } from '../app/router/router.ts';
import { useSession } from '../app/session/session.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { Checkbox } from '../ui/controls/field.tsx';
import { ErrorBox } from '../ui/messages/error-box.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Card } from '../ui/layout/page.tsx';
import { toast } from '@kippu/ui/toast';
import { LanguageTabs } from './language-tabs.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { NoticeConflict } from './notice-conflict.tsx';
import * as drafts from './notice-draft.ts';
import { NoticePeriodFields } from './notice-period-fields.tsx';
import { NoticePreview } from './notice-preview.tsx';
import { NoticeTextFields } from './notice-text-fields.tsx';
import css from './notice.module.css';
import { WithdrawNotice } from './withdraw-notice.tsx';

const WORDS = {
  how: text('掲載', 'When and how'),
  words: text('文面', 'Text'),
  restored: text('保存していない下書きを開きました', 'Your unsaved draft is open'),
  discard: text('下書きを捨てる', 'Discard draft'),
  missing: (names: string) => text('残りの言語: {names}', 'Still to write: {names}', { names }),
  complete: text('すべての言語が入力済みです。', 'All languages are written.'),
  following: (names: string, shown: string) =>
    text(
      'あとから書ける言語：{names}。それまでは{shown}で、まだその言語でないことを添えて表示されます。',
      'To follow: {names}. Until then their readers see it in {shown}, marked as not yet in their language.',
      { names, shown },
    ),
  period: (from: string, until: string) =>
    text('{from} から {until} まで', 'From {from} until {until}', { from, until }),
  again: text('読んだ人にも、新しいお知らせとして知らせる', 'Notify those who have read it again'),
  againHint: text(
    '未読に戻り、一覧の上に来ます。誤字の修正だけなら外してください。',
    'It becomes unread and comes to the top of the list. Leave this off for a small correction.',
  ),
  asNew: text('新しいお知らせとして続ける', 'Continue as a new notice'),
  save: text('お知らせを保存', 'Save notice'),
  savedNow: text('保存しました。旅客に表示されています', 'Saved. Travellers see it now'),
  saved: text('保存しました', 'Saved'),
};

const namesOf = (languages: readonly Language[]) => languages.map(languageName).join(', ');

/**
 * `notice` is the current state of the edited notice, or null for a new one. `start` is the editor's initial content.
 */
export function NoticeEditor({
  name,
  notice,
  start,
}: {
  /** The name under which the draft is saved. */
  readonly name: string;
  readonly notice: DeskNotice | null;
  readonly start: drafts.Draft;
}) {
  const say = useSay();
  const screenLanguage = useLanguage();
  const { moment } = useFormat();
  const staffId = useSession().staff?.staffId ?? '';
  const latest = notice?.version ?? null;
  const [stored] = useState(() => drafts.keptDraft(staffId, name));
  const [restored, setRestored] = useState(stored !== undefined);
  const [begun, setBegun] = useState(start);
  const [draft, setDraft] = useState(stored?.draft ?? start);
  const [version, setVersion] = useState(stored ? stored.version : latest);
  const [shown, setShown] = useState<Language>(chooseLanguage([screenLanguage]));
  const [tried, setTried] = useState(false);
  const panel = useRef<HTMLDivElement>(null);

  const unsaved = !drafts.isSame(draft, begun);
  const guard = useLeaveGuard(unsaved);
  useEffect(() => {
    drafts.keepDraft(staffId, name, unsaved ? { draft, version } : null);
  }, [staffId, name, unsaved, draft, version]);

  const begin = (from: drafts.Draft) => {
    setDraft(from);
    setBegun(from);
    setVersion(latest);
    setRestored(false);
    setTried(false);
  };
  const act = useAct(deskSaveNotice, {
    changed: { thing: `notice ${notice?.noticeId ?? 'new'}`, versionOf: (made) => made.version ?? 0 },
    changes: [deskNotices, deskNotice],
    onDone: ({ state }) => {
      guard.release();
      drafts.keepDraft(staffId, name, null);
      toast(say(state === 'shown' ? WORDS.savedNow : WORDS.saved));
      navigate(hrefOf('notices'));
    },
  });

  const left = drafts.unfinished(draft);
  const follow = drafts.following(draft);
  const fault = drafts.periodFault(draft);
  const conflict = notice !== null && version !== latest && !act.busy;
  const withdrawn = notice?.state === 'withdrawn' && !act.busy;
  const save = () => {
    if (act.busy || conflict || withdrawn) return;
    const [first] = left;
    if (first !== undefined || fault !== undefined) {
      const next = left.includes(shown) ? shown : (first ?? shown);
      flushSync(() => {
        setTried(true);
        setShown(next);
      });
      if (fault === undefined) panel.current?.querySelector<HTMLElement>('textarea[aria-invalid]')?.focus();
      else document.querySelector<HTMLElement>('input[aria-invalid]')?.focus();
      return;
    }
    const { from, until, level, once } = draft;
    act.run({
      body: {
        ...(notice === null ? {} : { noticeId: notice.noticeId, version: version ?? 0 }),
        from,
        until,
        level,
        once: level === 'important' && once,
        title: drafts.writtenTexts(draft.title),
        body: drafts.writtenTexts(draft.body),
        tellAgain: drafts.notifiesAgain(draft, notice),
      },
    });
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (!event.repeat && !document.querySelector('dialog[open]')) save();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  const goOnAsNew = () => {
    guard.release();
    drafts.keepDraft(staffId, name, null);
    drafts.keepDraft(staffId, 'new', { draft, version: null });
    navigate(hrefOf('notices', ['new']));
  };
  const change = (part: Partial<drafts.Draft>) => setDraft({ ...draft, ...part });
  return (
    <form
      className={css['editor']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className={css['writing']}>
        {restored && !conflict && (
          <NoticeBox
            title={say(WORDS.restored)}
            action={
              <Button kind="outline" icon={Undo2} onClick={() => begin(start)}>
                {say(WORDS.discard)}
              </Button>
            }
          />
        )}
        {notice && (conflict || withdrawn) && (
          <NoticeConflict
            latest={notice}
            language={shown}
            onTheirs={() => {
              act.clear();
              begin(drafts.draftOf(notice));
              if (withdrawn) {
                guard.release();
                drafts.keepDraft(staffId, name, null);
                navigate(hrefOf('notices'));
              }
            }}
            onMine={() => {
              act.clear();
              setVersion(latest);
            }}
            onAsNew={goOnAsNew}
          />
        )}
        <Card title={say(WORDS.how)}>
          <NoticePeriodFields
            draft={draft}
            isNew={notice === null}
            tried={tried}
            disabled={act.busy}
            onChange={change}
          />
        </Card>
        <Card title={say(WORDS.words)}>
          <LanguageTabs of={draft} shown={shown} onShown={setShown}>
            <div className={css['texts']} ref={panel}>
              <NoticeTextFields
                key={shown}
                draft={draft}
                language={shown}
                tried={tried}
                disabled={act.busy}
                onTexts={change}
              />
            </div>
          </LanguageTabs>
        </Card>
      </div>
      <NoticePreview of={draft} language={shown} />
      <div className={css['saving']}>
        <Card>
          {fault === undefined && (
            <p className={css['when']}>{say(WORDS.period(moment(draft.from), moment(draft.until)))}</p>
          )}
          <p className={left.length > 0 || follow.length > 0 ? css['quiet'] : css['complete']} role="status">
            {left.length > 0
              ? say(WORDS.missing(namesOf(left)))
              : follow.length > 0
                ? say(WORDS.following(namesOf(follow), languageName(fallbackLanguage())))
                : say(WORDS.complete)}
          </p>
          {notice && drafts.mayBeRead(notice) && (
            <div>
              <Checkbox
                checked={drafts.notifiesAgain(draft, notice)}
                onChecked={(tellAgain) => change({ tellAgain })}
                disabled={act.busy}
              >
                {say(WORDS.again)}
              </Checkbox>
              <p className={css['quiet']}>{say(WORDS.againHint)}</p>
            </div>
          )}
          {!conflict && !withdrawn && (
            <ErrorBox
              error={act.error}
              action={
                isRefusal(act.error, 'REQ-0005') && (
                  <Button kind="outline" onClick={goOnAsNew}>
                    {say(WORDS.asNew)}
                  </Button>
                )
              }
            />
          )}
          <div className={css['sources']}>
            <Button type="submit" icon={Save} busy={act.busy} disabled={conflict || withdrawn}>
              {say(WORDS.save)}
            </Button>
            {notice && !withdrawn && (
              <WithdrawNotice notice={notice} disabled={act.busy} onDone={guard.release} name={name} />
            )}
          </div>
        </Card>
      </div>
      {guard.asking && (
        <LeaveDialog
          onStay={guard.stay}
          onLeave={guard.leave}
          onDiscard={() => {
            drafts.keepDraft(staffId, name, null);
            guard.leave();
          }}
        />
      )}
    </form>
  );
}
