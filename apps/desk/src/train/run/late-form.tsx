// How late a train is from a stop on.
import { useEffect, useRef, useState } from 'react';
import { MAX_LIVE } from '@kippu/contract/limits';
import { lateMinutes } from '@kippu/domain/live/late-minutes';
import { text, useLanguage, useSay } from '../../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { NumberField, SelectField } from '../../ui/controls/field.tsx';
import { Form } from '../../ui/layout/page.tsx';
import { EffectsLine } from './effects-line.tsx';
import { stopName, type RunOfTrain } from './run-words.ts';
import css from './run.module.css';
import { Overtaken, otherError } from './overtaken.tsx';
import { useChange } from './use-change.ts';

const WORDS = {
  minutes: text('遅れ（分）', 'Minutes late'),
  from: text('どの駅から', 'From'),
  save: text('遅れを保存', 'Save delay'),
  undo: text('遅れを取り消す', 'Undo delay'),
  quick: (count: number) => text('{count}分', '{count} min', { count }),
  wrong: (max: number) =>
    text('0から{max}の数を入力してください。', 'Enter a number from 0 to {max}.', { max }),
};

const QUICK = [5, 10, 15, 20, 30, 60];

/** With `isFirst`, the minutes take the focus: somebody came to say how late it is. */
export function LateForm({ of: train, isFirst }: { readonly of: RunOfTrain; readonly isFirst: boolean }) {
  const say = useSay();
  const language = useLanguage();
  const said = train.desk?.delays?.[0];
  const ahead = train.expected.filter(({ hasLeft, isSkipped }) => !hasLeft && !isSkipped);
  const stops = ahead.length > 0 ? ahead : train.expected;
  const [typed, setTyped] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const [tried, setTried] = useState(false);
  const act = useChange(train, () => {
    setTyped(undefined);
    setChosen(undefined);
    setTried(false);
  });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  const minutes = typed ?? (said?.seconds === undefined ? '' : String(lateMinutes(said.seconds)));
  const from = chosen ?? said?.stop ?? stops[0]?.key ?? '';
  const isValid = /^\d{1,3}$/.test(minutes) && Number(minutes) <= MAX_LIVE.minutes;
  const isNew = typed !== undefined || chosen !== undefined;
  const late = { from, minutes: Number(minutes) };
  const choices = train.expected.filter(({ key }) => key === from || stops.some((stop) => stop.key === key));
  return (
    <Form
      error={otherError(act.error)}
      onSubmit={() => {
        setTried(true);
        if (isValid) act.save({ late });
      }}
      actions={
        <>
          <Button type="submit" busy={act.busy}>
            {say(WORDS.save)}
          </Button>
          {train.desk?.delays && (
            <Button kind="outline" busy={act.busy} onClick={() => act.save({ late: null })}>
              {say(WORDS.undo)}
            </Button>
          )}
        </>
      }
      twoColumns
    >
      <NumberField
        ref={field}
        label={say(WORDS.minutes)}
        value={minutes}
        onValue={setTyped}
        maxLength={3}
        error={tried && !isValid ? say(WORDS.wrong(MAX_LIVE.minutes)) : undefined}
      />
      <SelectField
        label={say(WORDS.from)}
        value={from}
        onValue={setChosen}
        choices={choices.map(({ key }) => ({ value: key, label: stopName(train, key, language) }))}
      />
      <div className={css['quick']}>
        {QUICK.map((count) => (
          <Button key={count} kind="outline" onClick={() => setTyped(String(count))}>
            {say(WORDS.quick(count))}
          </Button>
        ))}
      </div>
      <EffectsLine of={train} change={isNew && isValid ? { late } : undefined} />
      <Overtaken error={act.error} />
    </Form>
  );
}
