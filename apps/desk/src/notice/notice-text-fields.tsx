// The title and text of one language. They can start as a copy of another language's text.
import { CopyPlus } from 'lucide-react';
import { offeredLanguages, type Language } from '@kippu/contract/languages';
import { MAX_NOTICE } from '@kippu/contract/limits';
import { languageName } from '@kippu/words/languages';
import { text, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { TextAreaField } from '../ui/controls/field.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { copies, textOf, textState, unfinished, type Draft } from './notice-draft.ts';
import css from './notice.module.css';

const WORDS = {
  title: text('見出し', 'Title'),
  body: text('本文', 'Text'),
  bodyHint: text(
    '空行で段落、行頭の「- 」で箇条書き、**で囲むと太字になります。',
    'An empty line ends a paragraph, “- ” begins a list item, **two stars** make bold.',
  ),
  start: text('ほかの言語の文をもとに書く', 'Start from another language'),
  copy: (name: string) => text('{name}を写す', 'Copy {name}', { name }),
  same: text(
    'この本文はほかの言語と同じです。翻訳を忘れていないか確かめてください。',
    'This text is the same in another language. Has it been translated?',
  ),
  missing: text('入力してください。', 'Please write it.'),
  long: (over: number) =>
    text(
      '{over}文字多すぎます。',
      over === 1 ? '{over} character too many.' : '{over} characters too many.',
      { over },
    ),
};

export function NoticeTextFields({
  draft,
  language,
  tried,
  disabled,
  onTexts,
}: {
  readonly draft: Draft;
  readonly language: Language;
  /** Shows missing input after an attempt to save. */
  readonly tried: boolean;
  readonly disabled: boolean;
  readonly onTexts: (texts: Partial<Pick<Draft, 'title' | 'body'>>) => void;
}) {
  const say = useSay();
  const empty = textState(draft, language) === 'empty';
  const sources = offeredLanguages().filter((other) => textState(draft, other) !== 'empty');
  const errorOf = (part: 'title' | 'body') => {
    const over = [...(draft[part][language] ?? '')].length - MAX_NOTICE[part];
    if (over > 0) return say(WORDS.long(over));
    return tried && unfinished(draft).includes(language) && textOf(draft[part], language) === ''
      ? say(WORDS.missing)
      : undefined;
  };
  return (
    <>
      {empty && sources.length > 0 && (
        <div className={css['start']}>
          <p className={css['quiet']}>{say(WORDS.start)}</p>
          <div className={css['sources']}>
            {sources.map((source) => (
              <Button
                key={source}
                kind="outline"
                icon={CopyPlus}
                disabled={disabled}
                onClick={() =>
                  onTexts({
                    title: { ...draft.title, [language]: textOf(draft.title, source) },
                    body: { ...draft.body, [language]: textOf(draft.body, source) },
                  })
                }
              >
                {say(WORDS.copy(languageName(source)))}
              </Button>
            ))}
          </div>
        </div>
      )}
      {copies(draft).includes(language) && <NoticeBox tone="warn">{say(WORDS.same)}</NoticeBox>}
      <TextAreaField
        label={say(WORDS.title)}
        value={draft.title[language] ?? ''}
        onValue={(words) =>
          onTexts({ title: { ...draft.title, [language]: words.replace(/[\r\n]+/g, ' ') } })
        }
        maxLength={MAX_NOTICE.title}
        rows={2}
        lang={language}
        disabled={disabled}
        error={errorOf('title')}
      />
      <TextAreaField
        label={say(WORDS.body)}
        hint={say(WORDS.bodyHint)}
        value={draft.body[language] ?? ''}
        onValue={(words) => onTexts({ body: { ...draft.body, [language]: words } })}
        maxLength={MAX_NOTICE.body}
        rows={10}
        lang={language}
        disabled={disabled}
        error={errorOf('body')}
      />
    </>
  );
}
