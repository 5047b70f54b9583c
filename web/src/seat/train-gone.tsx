// The choice came too late: the train has left, or the tickets may no longer reserve. There is only the way on.
import { CircleSlash, TrainFront } from 'lucide-react';
import { ticketTrainList } from '@kippu/contract/train';
import type { ApiError } from '../app/api-error.ts';
import { useErrorText } from '../app/error-text.ts';
import type { RouteParams } from '../app/link-to.ts';
import { refetch } from '../app/queries.ts';
import { navigate } from '../app/router.ts';
import { useMessages } from '../i18n/messages.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Screen } from '../ui/screen.tsx';

interface Props {
  readonly title: string;
  readonly params: RouteParams['chooseSeat'];
  /** The refusal that says so: SEAT-0004 or SEAT-0005. */
  readonly error: ApiError;
}

export function TrainGone({ title, params, error }: Props) {
  const { seat } = useMessages();
  const text = useErrorText();
  const { ticketIds, from, to, date, change } = params;
  const chooseOther = () => {
    void refetch(ticketTrainList);
    navigate('train', { ticketIds, from, to, date, ...(change ? { change } : {}) }, { replace: true });
  };
  return (
    <Screen title={title} leave="back" dock={<Button onClick={chooseOther}>{seat.chooseOther}</Button>}>
      <div role="alert">
        <EmptyState icon={TrainFront} title={text(error)} />
      </div>
    </Screen>
  );
}

/** What was chosen can no longer be had, whatever the train: a ticket was refunded, given away or used elsewhere. */
export function NotToBeHad({ title, error }: Pick<Props, 'title' | 'error'>) {
  const { seat } = useMessages();
  const text = useErrorText();
  const onward = (
    <ButtonLink to="seats" params={{}} replace>
      {seat.toSeats}
    </ButtonLink>
  );
  return (
    <Screen title={title} leave="back" dock={onward}>
      <div role="alert">
        <EmptyState icon={CircleSlash} title={text(error)} />
      </div>
    </Screen>
  );
}
