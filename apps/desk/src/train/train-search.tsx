// Finds a train of a day by its number: Enter opens it, for those who may change it at the field for its delay.
import type { ReactNode, Ref } from 'react';
import { deskChangeTrain } from '@kippu/contract/routes/desk/live';
import type { DepartureLoad } from '@kippu/contract/calls/desk/occupancy';
import { hrefOf, navigate } from '../app/router/router.ts';
import { useMay } from '../app/session/rights.ts';
import { text, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { TextField } from '../ui/controls/field.tsx';
import css from './train.module.css';

const WORDS = { number: text('列車番号', 'Train number'), open: text('列車を開く', 'Open train') };

/** A number as it is typed on any keyboard. */
const numberOf = (typed: string) => typed.normalize('NFKC').trim().toLowerCase();

/** Returns the trains with exactly this number, else those whose number begins with it; all without a number. */
export function byNumber(trains: readonly DepartureLoad[], typed: string): readonly DepartureLoad[] {
  const number = numberOf(typed);
  const exact = trains.filter(({ trainNo }) => numberOf(trainNo) === number);
  if (exact.length > 0) return exact;
  return trains.filter(({ trainNo }) => numberOf(trainNo).startsWith(number));
}

export function TrainSearch({
  trains,
  typed,
  onTyped,
  field,
  children,
}: {
  readonly trains: readonly DepartureLoad[];
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly field?: Ref<HTMLInputElement> | undefined;
  /** Stands beside the field. */
  readonly children?: ReactNode;
}) {
  const say = useSay();
  const mayChange = useMay()(deskChangeTrain);
  const open = () => {
    const [only, ...others] = numberOf(typed) === '' ? [] : byNumber(trains, typed);
    if (!only || others.length > 0) return;
    onTyped('');
    navigate(hrefOf('trains', [only.departureId], mayChange ? { say: 'late' } : {}));
  };
  return (
    <form
      role="search"
      className={css['search']}
      onSubmit={(event) => {
        event.preventDefault();
        open();
      }}
    >
      <TextField
        label={say(WORDS.number)}
        type="search"
        enterKeyHint="go"
        value={typed}
        onValue={onTyped}
        {...(field ? { ref: field } : {})}
      />
      <Button type="submit" kind="outline">
        {say(WORDS.open)}
      </Button>
      {children}
    </form>
  );
}
