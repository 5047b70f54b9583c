// Words for the travellers of a train, in the operator's first two languages at least.
import { useState } from 'react';
import { offeredLanguages, writtenLanguages } from '@kippu/contract/languages';
import { MAX_LIVE } from '@kippu/contract/limits';
import { languageName } from '@kippu/words/languages';
import { text, useSay } from '../../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { TextAreaField } from '../../ui/controls/field.tsx';
import { Card, Form } from '../../ui/layout/page.tsx';
import type { RunOfTrain } from './run-words.ts';
import { Overtaken, otherError } from './overtaken.tsx';
import { useChange } from './use-change.ts';

const WORDS = {
  title: text('案内文', 'Words for travellers'),
  hint: text(
    '理由や案内を書きます。空欄の言語には、ほかの言語の文が表示されます。',
    'The reason, or what to do. Languages left empty show another language’s text.',
  ),
  missing: text('この言語の文を入力してください。', 'Write this language, too.'),
  long: (max: number) => text('{max}文字以内にしてください。', 'Keep it to {max} characters.', { max }),
  save: text('案内文を保存', 'Save words'),
  undo: text('案内文を取り消す', 'Undo words'),
};

export function WordsForm({ of: train }: { readonly of: RunOfTrain }) {
  const say = useSay();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [tried, setTried] = useState(false);
  const act = useChange(train, () => {
    setTyped({});
    setTried(false);
  });
  const said = train.desk?.words;
  const languages = offeredLanguages();
  const words = Object.fromEntries(
    languages.map((language) => [language, (typed[language] ?? said?.[language] ?? '').trim()]),
  );
  const wrong = (language: string) => {
    const of = words[language] ?? '';
    if ([...of].length > MAX_LIVE.words) return say(WORDS.long(MAX_LIVE.words));
    return writtenLanguages().includes(language) && of === '' ? say(WORDS.missing) : undefined;
  };
  const isValid = languages.every((language) => wrong(language) === undefined);
  return (
    <Card title={say(WORDS.title)}>
      <Form
        error={otherError(act.error)}
        onSubmit={() => {
          setTried(true);
          const written = Object.entries(words).filter(([, of]) => of !== '');
          if (isValid) act.save({ words: Object.fromEntries(written) });
        }}
        actions={
          <>
            <Button type="submit" kind="outline" busy={act.busy}>
              {say(WORDS.save)}
            </Button>
            {said && (
              <Button kind="outline" busy={act.busy} onClick={() => act.save({ words: null })}>
                {say(WORDS.undo)}
              </Button>
            )}
          </>
        }
      >
        {languages.map((language, at) => (
          <TextAreaField
            key={language}
            label={languageName(language)}
            lang={language}
            rows={2}
            value={typed[language] ?? said?.[language] ?? ''}
            onValue={(value) => setTyped({ ...typed, [language]: value })}
            maxLength={MAX_LIVE.words}
            optional={!writtenLanguages().includes(language)}
            hint={at === 0 ? say(WORDS.hint) : undefined}
            error={tried ? wrong(language) : undefined}
          />
        ))}
        <Overtaken error={act.error} />
      </Form>
    </Card>
  );
}
