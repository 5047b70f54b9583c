// Whom a change would touch, before it is saved.
import type { ChangeEffects, TrainChange } from '@kippu/contract/calls/desk/live';
import { deskTryTrainChange } from '@kippu/contract/routes/desk/live';
import { useLook } from '../../app/call/queries.ts';
import { text, useSay } from '../../app/text/texts.ts';
import { ErrorBox } from '../../ui/messages/error-box.tsx';
import type { RunOfTrain } from './run-words.ts';
import css from './run.module.css';
import { useSettled } from './use-change.ts';

const WORDS = {
  losesTrain: (people: number, bookings: number) =>
    text(
      '{people}名（予約{bookings}件）の列車がなくなります',
      'Travellers who lose their train: {people} (reservations: {bookings})',
      { people, bookings },
    ),
  losesSeat: (people: number, bookings: number) =>
    text(
      '{people}名（予約{bookings}件）の座席がなくなります',
      'Travellers who lose a seat: {people} (reservations: {bookings})',
      { people, bookings },
    ),
  later: (people: number, bookings: number) =>
    text(
      '{people}名（予約{bookings}件）が遅くなります',
      'Travellers who are later: {people} (reservations: {bookings})',
      { people, bookings },
    ),
  earlier: (people: number, bookings: number) =>
    text(
      '{people}名（予約{bookings}件）が早くなります',
      'Travellers who are earlier: {people} (reservations: {bookings})',
      { people, bookings },
    ),
  restored: (people: number, bookings: number) =>
    text(
      '{people}名（予約{bookings}件）の列車や座席が戻ります',
      'Travellers who have their train or seat again: {people} (reservations: {bookings})',
      { people, bookings },
    ),
  nobody: text('影響を受ける予約はありません', 'No reservation is touched'),
  counting: text('影響を調べています', 'Counting whom it touches'),
};

const KINDS = ['losesTrain', 'losesSeat', 'later', 'earlier', 'restored'] as const;

/** Says how many a change touches, by what it means for them. */
export function Counts({ of: effects }: { readonly of: ChangeEffects }) {
  const say = useSay();
  const touched = KINDS.filter((kind) => effects[kind].reservations > 0);
  if (touched.length === 0) return <span>{say(WORDS.nobody)}</span>;
  return touched.map((kind) => (
    <span key={kind} data-kind={kind}>
      {say(WORDS[kind](effects[kind].travellers, effects[kind].reservations))}
    </span>
  ));
}

/** `change` is undefined while there is nothing to save. */
export function EffectsLine({
  of: { departureId },
  change,
}: {
  readonly of: RunOfTrain;
  readonly change: TrainChange | undefined;
}) {
  const say = useSay();
  const key = JSON.stringify(change ?? null);
  const settled = useSettled(key);
  const isAsked = change !== undefined && settled !== 'null';
  const read = useLook(
    deskTryTrainChange,
    { departureId, change: isAsked ? (JSON.parse(settled) as TrainChange) : {} },
    { enabled: isAsked },
  );
  const isCurrent = isAsked && settled === key;
  return (
    <div className={css['effects']} role="status">
      {isCurrent && read.data && <Counts of={read.data} />}
      {change !== undefined && !(isCurrent && (read.data || read.error)) && (
        <span>{say(WORDS.counting)}</span>
      )}
      {isCurrent && <ErrorBox error={read.error} again={() => void read.refetch()} />}
    </div>
  );
}
