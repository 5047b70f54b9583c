// All that was found in a feed: errors first, each with its places.
import type { FeedFinding } from '@kippu/contract/calls/desk/timetable';
import { FINDING_LEVELS, type FindingLevel } from '@kippu/contract/feed-findings';
import { NoticeBox } from '@kippu/ui/notice-box';
import { useFormat } from '../app/text/format.ts';
import { text, useSay } from '../app/text/texts.ts';
import { Chip, type ChipTone } from '../ui/layout/chip.tsx';
import { FINDING_WORDS, REPORT_WORDS } from './feed-words.ts';
import css from './timetable.module.css';

const WORDS = {
  title: text('確認の結果', 'What was found'),
  refused: text('この時刻表は取り込めません', 'This timetable cannot be imported'),
  correct: text(
    'エラーをすべて直してから、もう一度選んでください。',
    'Correct all errors, then choose it again.',
  ),
};

const TONES: Readonly<Record<FindingLevel, ChipTone>> = { error: 'danger', warning: 'warn', info: 'plain' };

/** A warning of so few places shows them at once. */
const FEW = 3;

type Place = FeedFinding['places'][number];

function PlaceLine({ place: { file, line, column, value, against } }: { readonly place: Place }) {
  const say = useSay();
  const where = file === undefined || line === undefined ? file : say(REPORT_WORDS.line(file, String(line)));
  return (
    <li>
      {[where, column].filter(Boolean).join(' · ')}
      {value !== undefined && <code>{value}</code>}
      {against !== undefined && <span className={css['against']}>{against}</span>}
    </li>
  );
}

function Finding({ finding: { code, level, count, places } }: { readonly finding: FeedFinding }) {
  const say = useSay();
  const format = useFormat();
  const known = places.filter((place) => Object.keys(place).length > 0);
  const head = (
    <>
      <Chip tone={TONES[level]}>{format.count(count)}</Chip> <span>{say(FINDING_WORDS[code])}</span>
    </>
  );
  if (known.length === 0) return <p className={css['finding']}>{head}</p>;
  return (
    <details
      className={css['finding']}
      open={level === 'error' || (level === 'warning' && known.length <= FEW)}
    >
      <summary>{head}</summary>
      <ul>
        {known.map((place) => (
          <PlaceLine key={JSON.stringify(place)} place={place} />
        ))}
        {count > places.length && <li>{say(REPORT_WORDS.more(format.count(count - places.length)))}</li>}
      </ul>
      <p className={css['code']}>{code}</p>
    </details>
  );
}

/** Shows the report of a feed. */
export function FeedReport({ findings }: { readonly findings: readonly FeedFinding[] }) {
  const say = useSay();
  const hasErrors = findings.some(({ level }) => level === 'error');
  return (
    <section className={css['report']}>
      {hasErrors && (
        <NoticeBox tone="danger" title={say(WORDS.refused)}>
          {say(WORDS.correct)}
        </NoticeBox>
      )}
      <h3>{say(WORDS.title)}</h3>
      {findings.length === 0 && <p>{say(REPORT_WORDS.none)}</p>}
      {FINDING_LEVELS.map((level) => {
        const own = findings.filter((finding) => finding.level === level);
        return (
          own.length > 0 && (
            <section key={level}>
              <h4>{say(REPORT_WORDS.levels[level])}</h4>
              {own.map((finding) => (
                <Finding key={finding.code} finding={finding} />
              ))}
            </section>
          )
        );
      })}
    </section>
  );
}
