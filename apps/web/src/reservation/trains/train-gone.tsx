// Shown when a choice is no longer possible: the train has left, or the tickets may no longer reserve.
import { CircleSlash, TrainFront } from 'lucide-react';
import { ticketTrainList } from '@kippu/contract/routes/traveller/train';
import type { RouteParams } from '../../app/router/link-to.ts';
import { refetch } from '../../app/query/queries.ts';
import { navigate } from '../../app/router/router.ts';
import { useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Screen } from '../../ui/layout/screen.tsx';

/** The refusals that concern the train: it has left, leaves too soon, is not in the newer timetable, or does not run or call there today. */
export const GONE = ['SEAT-0004', 'SEAT-0005', 'SEAT-0013', 'SEAT-0015', 'SEAT-0016'] as const;

interface Props {
  readonly title: string;
  readonly params: RouteParams['chooseSeat'];
  /** The message of the refusal. */
  readonly text: string;
}

export function TrainGone({ title, params, text }: Props) {
  const { seat } = useMessages();
  const { ticketIds, from, to, date, change } = params;
  const chooseOther = () => {
    void refetch(ticketTrainList);
    navigate('train', { ticketIds, from, to, date, ...(change ? { change } : {}) }, { replace: true });
  };
  return (
    <Screen title={title} leave="back" dock={<Button onClick={chooseOther}>{seat.chooseOther}</Button>}>
      <div role="alert">
        <EmptyState icon={TrainFront} title={text} />
      </div>
    </Screen>
  );
}

/** The tickets can no longer be reserved on any train: one was refunded or transferred, or already has its seat. */
export function Unavailable({ title, text }: Pick<Props, 'title' | 'text'>) {
  return (
    <Screen title={title} leave="back" dock={<ToSeats />}>
      <div role="alert">
        <EmptyState icon={CircleSlash} title={text} />
      </div>
    </Screen>
  );
}

/** A link to the reservations, from a screen whose subject is gone. */
export function ToSeats({ kind = 'primary' }: { readonly kind?: 'primary' | 'outline' }) {
  const { seat } = useMessages();
  return (
    <ButtonLink kind={kind} to="seats" params={{}} replace>
      {seat.toSeats}
    </ButtonLink>
  );
}
