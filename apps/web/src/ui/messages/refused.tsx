// A refusal, shown where it arises: the server's reason and the next step from the screen's table of refusals.
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CallError } from '@kippu/client/call-error';
import { useErrorText } from '../../app/errors/error-text.ts';
import type { RouteParams } from '../../app/router/link-to.ts';
import { isLead, refusalOf, type Lead } from '../../app/errors/refusals.ts';
import { usePlace } from '../../app/router/router.ts';
import { useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { ButtonLink } from '../controls/button-link.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';

/** Shows the refusal of a read or a write. */
export function Refused({
  error,
  onward,
  again,
  text: own,
}: {
  readonly error: CallError;
  /** Replaces the next step of the table. */
  readonly onward?: ReactNode;
  /** Sends the same request again, where that may help. */
  readonly again?: () => void;
  /** Returns the text of an error, for a form with texts of its own. */
  readonly text?: (error: unknown) => string;
}) {
  const messages = useMessages();
  const general = useErrorText();
  const text = own ?? general;
  const { name } = usePlace();
  const { act, title, words } = refusalOf(name, error.code);
  const action =
    error.mayPass && again ? (
      <Button kind="outline" icon={RotateCw} onClick={again}>
        {messages.common.retry}
      </Button>
    ) : (
      (onward ?? (isLead(act) && <LeadLink lead={act} />))
    );
  return (
    <NoticeBox tone="danger" action={action} {...(title ? { title: title(messages) } : {})}>
      {words ? words(messages) : text(error)}
    </NoticeBox>
  );
}

/** Links to the next step after a refusal, with the parameters of the present screen. */
function LeadLink({ lead }: { readonly lead: Lead }) {
  const { common, help, late, seat, station, notice } = useMessages();
  const params = usePlace().params;
  const journey = params as unknown as RouteParams['chooseSeat'];
  const { ticketIds, departureId, from, to, date, change } = journey;
  const changeParam = change ? { change } : {};
  const look = { kind: 'outline', replace: true } as const;
  switch (lead) {
    case 'tickets':
      return (
        <ButtonLink {...look} to="tickets" params={{}}>
          {common.toTickets}
        </ButtonLink>
      );
    case 'contact':
      return (
        <ButtonLink to="feedback" params={{}} kind="outline">
          {help.contactLink}
        </ButtonLink>
      );
    case 'ticket':
      return (
        <ButtonLink {...look} to="detail" params={{ ticketId: params['ticketId'] ?? '' }}>
          {station.toTicket}
        </ButtonLink>
      );
    case 'seats':
      return (
        <ButtonLink {...look} to="seats" params={{}}>
          {seat.toSeats}
        </ButtonLink>
      );
    case 'trains':
      return (
        <ButtonLink {...look} to="train" params={{ ticketIds, from, to, date, ...changeParam }}>
          {seat.chooseOther}
        </ButtonLink>
      );
    case 'seatMap':
      return (
        <ButtonLink
          {...look}
          to="chooseSeat"
          params={{ ticketIds, departureId, from, to, date, ...changeParam }}
        >
          {seat.chooseAgain}
        </ButtonLink>
      );
    case 'lateTrains':
      return (
        <ButtonLink {...look} to="late" params={{}}>
          {late.toList}
        </ButtonLink>
      );
    case 'notices':
      return (
        <ButtonLink {...look} to="notices" params={{}}>
          {notice.toList}
        </ButtonLink>
      );
  }
}
