// How a train runs, in chips, and whose word that is.
import type { TrainRun } from '@kippu/contract/calls/desk/live';
import { text, useSay } from '../../app/text/texts.ts';
import { Chip } from '../../ui/layout/chip.tsx';
import { ageText, delayText, isChanged } from './run-words.ts';
import css from './run.module.css';

const WORDS = {
  cancelled: text('運休', 'Cancelled'),
  stopsOut: (count: number) =>
    text('{count}駅に停車しない', count === 1 ? '1 stop out' : '{count} stops out', { count }),
  lostCars: (cars: string) => text('{cars}号車なし', 'Without car {cars}', { cars }),
  onTime: text('定刻', 'On time'),
  planned: text('時刻表どおり', 'As planned'),
  changed: text('変更あり', 'Changed'),
  desk: (age: string) => text('窓口 {age}', 'Desk, {age}', { age }),
  feed: (age: string) => text('配信 {age}', 'Feed, {age}', { age }),
  old: (age: string) => text('配信 {age}（古いため不使用）', 'Feed, {age}: too old to count', { age }),
};

/** The state of a train: what differs from the timetable, else that it is on time or that nothing is known. */
export function RunState({ of: run }: { readonly of: TrainRun }) {
  const say = useSay();
  const delay = run.runs ? delayText(run) : undefined;
  const lost = run.lostCars.join(', ');
  return (
    <span className={css['chips']}>
      {!run.runs && <Chip tone="danger">{say(WORDS.cancelled)}</Chip>}
      {delay && <Chip tone="warn">{say(delay)}</Chip>}
      {run.stopsOut > 0 && <Chip tone="warn">{say(WORDS.stopsOut(run.stopsOut))}</Chip>}
      {lost !== '' && <Chip tone="warn">{say(WORDS.lostCars(lost))}</Chip>}
      {run.runs && !delay && run.stopsOut === 0 && lost === '' && (
        <span>
          {say(run.lateBy !== undefined ? WORDS.onTime : isChanged(run) ? WORDS.changed : WORDS.planned)}
        </span>
      )}
    </span>
  );
}

/** Who says so, and since when. Nothing for a train of which nobody says anything. */
export function Whose({ of: { deskAge, feedAge, feedIsOld } }: { readonly of: TrainRun }) {
  const say = useSay();
  return (
    <span className={css['whose']}>
      {deskAge !== undefined && <span>{say(WORDS.desk(say(ageText(deskAge))))}</span>}
      {feedAge !== undefined && (
        <span>{say((feedIsOld ? WORDS.old : WORDS.feed)(say(ageText(feedAge))))}</span>
      )}
    </span>
  );
}

/** A time: as expected, with the timetable's struck out beside it if they differ. */
export function TimeOf({ planned, expected }: { readonly planned: string; readonly expected: string }) {
  const say = useSay();
  if (planned === expected) return planned;
  if (planned === '') return <b>{expected}</b>;
  return (
    <span className={css['times']}>
      <s>
        <span className="unseen">{say(PLANNED)} </span>
        {planned}
      </s>{' '}
      <b>{expected}</b>
    </span>
  );
}

const PLANNED = text('時刻表', 'Timetable');
