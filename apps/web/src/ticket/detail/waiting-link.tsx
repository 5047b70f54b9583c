// The owner's link that waits for somebody to take the ticket: until when, and how to end it.
import { callBackLink } from '@kippu/contract/routes/traveller/party';
import { ticketList, ticketLoad } from '@kippu/contract/routes/traveller/ticket';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { Link2Off } from 'lucide-react';
import { useState } from 'react';
import { refetch, useWrite } from '../../app/query/queries.ts';
import { useNow } from '../../app/clock/use-now.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import { toast } from '@kippu/ui/toast';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Question } from '../../ui/messages/question.tsx';
import { SendFailed } from '../../ui/messages/send-failed.tsx';

interface Props {
  readonly ticketId: string;
  /** Wire time. */
  readonly until: string;
}

export function WaitingLink({ ticketId, until }: Props) {
  const { party } = useMessages();
  const language = useLanguage();
  const now = useNow(60_000);
  const [asking, setAsking] = useState(false);
  const callBack = useWrite(callBackLink, {
    onSuccess: () => {
      setAsking(false);
      toast(party.calledBack);
      return refetch(ticketList, ticketLoad);
    },
  });
  const go = () => callBack.mutate({ body: { ticketId } });
  if (wallToEpoch(until) <= now) return null;
  return (
    <>
      <NoticeBox
        title={party.waiting}
        action={
          <>
            <Button kind="outline" icon={Link2Off} onClick={() => setAsking(true)}>
              {party.callBack}
            </Button>
            <ButtonLink to="transfer" params={{ ticketId, way: 'link' }} kind="text">
              {party.newLink}
            </ButtonLink>
          </>
        }
      >
        {party.waitingText(formatMoment(until, language))}
      </NoticeBox>
      {asking && (
        <Question
          title={party.callBackAsk}
          yes={party.callBack}
          busy={callBack.isPending}
          problem={<SendFailed error={callBack.error} again={go} keyed />}
          onYes={go}
          onNo={() => setAsking(false)}
        >
          {party.callBackText}
        </Question>
      )}
    </>
  );
}
