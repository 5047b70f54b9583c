// The period and the level of a notice.
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { text, useSay } from '../app/text/texts.ts';
import { useNow } from '../app/text/railway-clock.tsx';
import { Checkbox, DateTimeField, SelectField } from '../ui/controls/field.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { periodFault, type Draft } from './notice-draft.ts';
import { LEVEL_WORDS } from './notice-words.ts';
import css from './notice.module.css';

const WORDS = {
  from: text('掲載開始', 'Shown from'),
  until: text('掲載終了', 'Shown until'),
  untilHint: text('この分の終わりまで表示されます。', 'Until the end of this minute.'),
  level: text('重要度', 'Level'),
  levelHint: text('「重要」には印が付きます。', 'Important notices are marked.'),
  once: text(
    'アプリを開いたとき、一度だけ画面に重ねて表示する',
    'Show it once over the page when the app is opened',
  ),
  needed: text('日時を入力してください。', 'Please give the day and the time.'),
  order: text('掲載開始より後にしてください。', 'This must be later than the start.'),
  past: text(
    '掲載終了が過ぎているため、旅客には表示されません。',
    'It ends in the past: no traveller will see it.',
  ),
  early: text(
    '掲載開始が過ぎています。保存するとすぐに表示され、日付は掲載開始の日になります。',
    'It begins in the past: it is shown at once, with its start date.',
  ),
};

const HOUR_MS = 3_600_000;

export function NoticePeriodFields({
  draft,
  isNew,
  tried,
  disabled,
  onChange,
}: {
  readonly draft: Draft;
  readonly isNew: boolean;
  readonly tried: boolean;
  readonly disabled: boolean;
  readonly onChange: (part: Partial<Draft>) => void;
}) {
  const say = useSay();
  const fault = periodFault(draft);
  const at = useNow();
  const warning =
    fault !== undefined
      ? undefined
      : wallToEpoch(draft.until) < at
        ? WORDS.past
        : isNew && wallToEpoch(draft.from) < at - HOUR_MS
          ? WORDS.early
          : undefined;
  return (
    <>
      <div className={css['period']}>
        <DateTimeField
          label={say(WORDS.from)}
          value={draft.from}
          onValue={(from) => onChange({ from })}
          disabled={disabled}
          error={tried && fault === 'from' ? say(WORDS.needed) : undefined}
        />
        <DateTimeField
          label={say(WORDS.until)}
          hint={say(WORDS.untilHint)}
          value={draft.until}
          onValue={(until) => onChange({ until: until.replace(/:00$/, ':59') })}
          disabled={disabled}
          error={
            fault === 'order' ? say(WORDS.order) : tried && fault === 'until' ? say(WORDS.needed) : undefined
          }
        />
        <SelectField
          label={say(WORDS.level)}
          hint={say(WORDS.levelHint)}
          value={draft.level}
          onValue={(level) => onChange({ level: level === 'important' ? 'important' : 'info' })}
          choices={(['info', 'important'] as const).map((value) => ({
            value,
            label: say(LEVEL_WORDS[value]),
          }))}
          disabled={disabled}
        />
      </div>
      {draft.level === 'important' && (
        <Checkbox checked={draft.once} onChecked={(once) => onChange({ once })} disabled={disabled}>
          {say(WORDS.once)}
        </Checkbox>
      )}
      {warning && <NoticeBox tone="warn">{say(warning)}</NoticeBox>}
    </>
  );
}
