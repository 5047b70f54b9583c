// Shown when somebody else has saved or withdrawn the notice being edited, so that nothing is overwritten by mistake.
import { useState } from 'react';
import type { DeskNotice } from '@kippu/contract/calls/desk/notices';
import type { Language } from '@kippu/contract/languages';
import { useFormat } from '../app/text/format.ts';
import { languageName } from '@kippu/words/languages';
import { text, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { Dialog } from '../ui/messages/dialog.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { draftOf } from './notice-draft.ts';
import { NoticePreview } from './notice-preview.tsx';
import css from './notice.module.css';

const WORDS = {
  changed: (by: string, at: string) =>
    text('{by}さんが{at}にこのお知らせを変更しました', '{by} changed this notice on {at}', { by, at }),
  withdrawn: (by: string, at: string) =>
    text('{by}さんが{at}にこのお知らせを取り下げました', '{by} withdrew this notice on {at}', { by, at }),
  kept: text(
    'あなたの変更はまだ保存されていません。この画面に残っています。',
    'Your changes are not saved. They are still on this page.',
  ),
  show: text('保存された内容を見る', 'Show the saved version'),
  theirs: text('保存された内容に戻す', 'Use the saved version'),
  mine: text('自分の変更で続ける', 'Continue with my changes'),
  asNew: text('新しいお知らせとして続ける', 'Continue as a new notice'),
  close: text('閉じる', 'Close'),
  saved: (language: string) =>
    text('保存された内容（{language}）', 'As it was saved ({language})', { language }),
};

export function NoticeConflict({
  latest,
  language,
  onTheirs,
  onMine,
  onAsNew,
}: {
  readonly latest: DeskNotice;
  readonly language: Language;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
  readonly onAsNew: () => void;
}) {
  const say = useSay();
  const { moment } = useFormat();
  const [open, setOpen] = useState(false);
  const { withdrawn, saved } = latest;
  const done = withdrawn ?? saved;
  const title = (withdrawn ? WORDS.withdrawn : WORDS.changed)(done?.by ?? '', done ? moment(done.at) : '');
  return (
    <NoticeBox
      tone="warn"
      title={say(title)}
      action={
        <div className={css['sources']}>
          <Button kind="outline" onClick={() => setOpen(true)}>
            {say(WORDS.show)}
          </Button>
          <Button kind="outline" onClick={onTheirs}>
            {say(WORDS.theirs)}
          </Button>
          {withdrawn ? (
            <Button kind="outline" onClick={onAsNew}>
              {say(WORDS.asNew)}
            </Button>
          ) : (
            <Button kind="outline" onClick={onMine}>
              {say(WORDS.mine)}
            </Button>
          )}
        </div>
      }
    >
      {say(WORDS.kept)}
      {open && (
        <Dialog
          title={say(WORDS.saved(languageName(language)))}
          onClose={() => setOpen(false)}
          actions={<Button onClick={() => setOpen(false)}>{say(WORDS.close)}</Button>}
        >
          <NoticePreview of={draftOf(latest)} language={language} />
        </Dialog>
      )}
    </NoticeBox>
  );
}
