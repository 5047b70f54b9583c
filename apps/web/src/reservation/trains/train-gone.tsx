// The choice came too late: the train has left, or the tickets may no longer reserve. There is only the way on.
import { CircleSlash, TrainFront } from 'lucide-react';
import { ticketTrainList } from '@kippu/contract/train';
import type { RouteParams } from '../app/link-to.ts';
import { refetch } from '../app/queries.ts';
import { navigate } from '../app/router.ts';
import { useMessages } from '../i18n/messages.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Screen } from '../ui/screen.tsx';

/** The refusals of a train itself: it has left, leaves too soon, or a newer timetable has none such. */
export const GONE = ['SEAT-0004', 'SEAT-0005', 'SEAT-0013'] as const;

interface Props {
  readonly title: string;
  readonly params: RouteParams['chooseSeat'];
  /** The refusal that says so, in words. */
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

/** What was chosen can no longer be had, whatever the train: a ticket was refunded, given away, or has its seat. */
export function NotToBeHad({ title, text }: Pick<Props, 'title' | 'text'>) {
  return (
    <Screen title={title} leave="back" dock={<ToSeats />}>
      <div role="alert">
        <EmptyState icon={CircleSlash} title={text} />
      </div>
    </Screen>
  );
}

/** The way to the reservations, from what is not there. */
export function ToSeats({ kind = 'primary' }: { readonly kind?: 'primary' | 'outline' }) {
  const { seat } = useMessages();
  return (
    <ButtonLink kind={kind} to="seats" params={{}} replace>
      {seat.toSeats}
    </ButtonLink>
  );
}
