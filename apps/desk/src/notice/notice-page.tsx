// One notice on its page: new, edited, or read-only if it comes from a file or was withdrawn.
import { Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { deskNotice } from '@kippu/contract/routes/desk/notices';
import type { DeskNotice } from '@kippu/contract/calls/desk/notices';
import { textIn } from '@kippu/contract/names';
import { chooseLanguage, type Language } from '@kippu/contract/languages';
import { useFormat } from '../app/text/format.ts';
import { useRead } from '../app/call/queries.ts';
import { hrefOf } from '../app/router/router.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { Chip } from '../ui/layout/chip.tsx';
import { Facts } from '../ui/layout/facts.tsx';
import { Loading } from '../ui/layout/load-state.tsx';
import { ErrorBox } from '../ui/messages/error-box.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Card, Page } from '../ui/layout/page.tsx';
import { LanguageTabs } from './language-tabs.tsx';
import { draftOf, newDraft } from './notice-draft.ts';
import { NoticeEditor } from './notice-editor.tsx';
import { NoticePreview } from './notice-preview.tsx';
import { LEVEL_WORDS, STATE_TONES, STATE_WORDS } from './notice-words.ts';
import css from './notice.module.css';

const WORDS = {
  back: text('お知らせ', 'Notices'),
  one: text('お知らせ', 'Notice'),
  add: text('新しいお知らせ', 'New notice'),
  copy: text('写して新しく書く', 'Copy as a new notice'),
  file: text(
    '事業者のファイルにあるお知らせです。変更はファイルで行います。',
    'This notice is in the operator’s files. Change it there.',
  ),
  gone: text('取り下げたお知らせは変更できません。', 'A notice that was withdrawn cannot be changed.'),
  level: text('重要度', 'Level'),
  from: text('掲載開始', 'Shown from'),
  until: text('掲載終了', 'Shown until'),
  written: text('作成', 'Written'),
  saved: text('最後の保存', 'Last saved'),
  again: text('再度知らせた日時', 'Notified again'),
  withdrawn: text('取り下げ', 'Withdrawn'),
  state: text('状態', 'State'),
};

const back = { href: hrefOf('notices'), label: WORDS.back };

/** Keeps the last notice while it is loaded in another language, so that the page does not disappear. */
function useNotice(noticeId: string, enabled = true) {
  const read = useRead(deskNotice, { noticeId }, { enabled });
  const [seen, setSeen] = useState<DeskNotice>();
  if (read.data && read.data !== seen) setSeen(read.data);
  return { read, notice: read.data ?? seen };
}

function Frame({
  title,
  actions,
  lead,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}) {
  const say = useSay();
  return (
    <Page title={title} lead={lead} actions={actions} back={{ ...back, label: say(back.label) }}>
      {children}
    </Page>
  );
}

function Missing({ read }: Pick<ReturnType<typeof useNotice>, 'read'>) {
  if (!read.error) return <Loading lines={8} />;
  return <ErrorBox error={read.error} again={() => void read.refetch()} />;
}

/** `from` is the notice to copy, or ''. */
export function NewNotice({ from }: { readonly from: string }) {
  const say = useSay();
  const { read, notice } = useNotice(from, from !== '');
  const ready = from === '' || notice !== undefined;
  return (
    <Frame title={say(WORDS.add)}>
      {ready ? <Begin key={from} like={notice} /> : <Missing read={read} />}
    </Frame>
  );
}

function Begin({ like }: { readonly like: DeskNotice | undefined }) {
  const [start] = useState(() => newDraft(Date.now(), like));
  const name = like === undefined ? 'new' : `new.${like.noticeId}`;
  return <NoticeEditor name={name} notice={null} start={start} />;
}

export function NoticePage({ noticeId }: { readonly noticeId: string }) {
  const say = useSay();
  const language = useLanguage();
  const { read, notice } = useNotice(noticeId);
  const [first, setFirst] = useState<DeskNotice>();
  // Decided once, so that a change by somebody else does not remove the text in the editor.
  if (notice && !first) setFirst(notice);
  return (
    <Frame
      title={notice ? textIn(notice.title, language) : say(WORDS.one)}
      lead={notice && <Lead of={notice} />}
      actions={
        notice && (
          <ButtonLink kind="outline" icon={Copy} href={hrefOf('notices', ['new'], { from: noticeId })}>
            {say(WORDS.copy)}
          </ButtonLink>
        )
      }
    >
      {notice && first ? (
        first.source === 'desk' && first.state !== 'withdrawn' ? (
          <NoticeEditor name={noticeId} notice={notice} start={draftOf(first)} />
        ) : (
          <ReadOnly notice={notice} />
        )
      ) : (
        <Missing read={read} />
      )}
    </Frame>
  );
}

function Lead({ of: { state, saved } }: { readonly of: DeskNotice }) {
  const say = useSay();
  const { moment } = useFormat();
  return (
    <span className={css['chips']}>
      <Chip tone={STATE_TONES[state]}>{say(STATE_WORDS[state])}</Chip>
      {saved && `${say(WORDS.saved)}: ${saved.by}, ${moment(saved.at)}`}
    </span>
  );
}

function ReadOnly({ notice }: { readonly notice: DeskNotice }) {
  const say = useSay();
  const { moment } = useFormat();
  const [shown, setShown] = useState<Language>(chooseLanguage([useLanguage()]));
  const { level, from, until, written, saved, toldAgainAt, withdrawn, source } = notice;
  const done = (what: typeof saved) => what && `${what.by}, ${moment(what.at)}`;
  return (
    <>
      <NoticeBox>{say(source === 'file' ? WORDS.file : WORDS.gone)}</NoticeBox>
      <Card>
        <Facts
          of={[
            [say(WORDS.level), say(LEVEL_WORDS[level])],
            [say(WORDS.from), moment(from)],
            [say(WORDS.until), moment(until)],
            [say(WORDS.written), done(written)],
            [say(WORDS.saved), done(saved)],
            [say(WORDS.again), toldAgainAt && moment(toldAgainAt)],
            [say(WORDS.withdrawn), done(withdrawn)],
          ]}
        />
      </Card>
      <Card>
        <LanguageTabs of={notice} shown={shown} onShown={setShown}>
          <NoticePreview of={draftOf(notice)} language={shown} />
        </LanguageTabs>
      </Card>
    </>
  );
}
