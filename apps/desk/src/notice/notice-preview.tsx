// A notice in one language as a traveller's phone shows it.
import { TriangleAlert } from 'lucide-react';
import type { Language } from '@kippu/contract/languages';
import { boldPieces, parseMarkdown, type Block } from '@kippu/domain/text/markdown';
import { text, useSay } from '../app/text/texts.ts';
import { Icon } from '@kippu/ui/icon';
import { textOf, type Draft } from './notice-draft.ts';
import { importantIn } from '@kippu/words/notice-mark';
import css from './notice.module.css';

const WORDS = {
  title: text('旅客の画面', 'As a traveller sees it'),
  noTitle: text('（見出しはまだありません）', '(no title yet)'),
  noBody: text('（本文はまだありません）', '(no text yet)'),
  over: text(
    'アプリを開くと、一度だけ画面に重ねて表示されます。',
    'Shown once over the page when the app is opened.',
  ),
  list: text('お知らせの一覧に表示されます。', 'Shown in the list of notices.'),
};

/** The format that the app uses. */
const dateIn = (wire: string, language: Language) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
    .format(new Date(`${wire.slice(0, 10)}T00:00:00Z`))
    .replaceAll(',', '');

const inline = (words: string) =>
  boldPieces(words).map((piece, index) =>
    piece.bold ? <strong key={index}>{piece.words}</strong> : piece.words,
  );

function BlockView({ of: block }: { readonly of: Block }) {
  if (block.kind === 'paragraph') return <p>{inline(block.text)}</p>;
  if (block.kind === 'heading') return <p className={css['phoneHeading']}>{inline(block.text)}</p>;
  return (
    <ul>
      {block.items.map((item, index) => (
        <li key={index}>{inline(item)}</li>
      ))}
    </ul>
  );
}

export function NoticePreview({
  of: draft,
  language,
}: {
  readonly of: Pick<Draft, 'from' | 'level' | 'once' | 'title' | 'body'>;
  readonly language: Language;
}) {
  const say = useSay();
  const [title, body] = [textOf(draft.title, language), textOf(draft.body, language)];
  const important = draft.level === 'important';
  return (
    <section className={css['preview']} aria-label={say(WORDS.title)}>
      <h2 className={css['previewTitle']}>{say(WORDS.title)}</h2>
      <div className={css['phone']}>
        <div className={css['paper']}>
          {important && (
            <p className={css['important']} lang={language}>
              <Icon of={TriangleAlert} size={18} />
              {importantIn(language)}
            </p>
          )}
          {title ? (
            <p className={css['phoneTitle']} lang={language}>
              {title}
            </p>
          ) : (
            <p className={css['missing']}>{say(WORDS.noTitle)}</p>
          )}
          {draft.from !== '' && (
            <p className={css['phoneDate']} lang={language}>
              {dateIn(draft.from, language)}
            </p>
          )}
          {body ? (
            <div className={css['phoneBody']} lang={language}>
              {parseMarkdown(body).map((block, index) => (
                <BlockView key={index} of={block} />
              ))}
            </div>
          ) : (
            <p className={css['missing']}>{say(WORDS.noBody)}</p>
          )}
        </div>
      </div>
      <p className={css['quiet']}>{say(important && draft.once ? WORDS.over : WORDS.list)}</p>
    </section>
  );
}
