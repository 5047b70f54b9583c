// Cancels an entry before the gate was passed, after one confirmation.
import { nameIn } from '@kippu/contract/names';
import type { Station } from '@kippu/contract/calls/traveller/station';
import {
  deleteUseFlag,
  ticketList,
  ticketLoad,
  verificationResult,
} from '@kippu/contract/routes/traveller/ticket';
import { history } from '@kippu/contract/routes/traveller/voucher';
import { useState } from 'react';
import { queryClient, queryKey, refetch, useWrite } from '../../app/query/queries.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { Question } from '../../ui/messages/question.tsx';
import css from './cancel-entry.module.css';
import type { VerifiedRecord } from './kept-verification.ts';
import { SendFailed } from '../../ui/messages/send-failed.tsx';

export function CancelEntry({
  record,
  station,
  look,
}: {
  readonly record: VerifiedRecord;
  readonly station: Station | undefined;
  /** `onGreen`: white lines, for the screen shown to staff. */
  readonly look: 'onGreen' | 'plain';
}) {
  const { station: words } = useMessages();
  const language = useLanguage();
  const [asking, setAsking] = useState(false);
  const { recordId } = record;
  const cancel = useWrite(deleteUseFlag, {
    onSuccess: async () => {
      queryClient.setQueryData(queryKey(verificationResult, { recordId }), { ...record, state: 'cancelled' });
      await refetch(ticketLoad, ticketList, history);
    },
  });
  const go = () => cancel.mutate({ query: { recordId } });
  return (
    <div className={look === 'onGreen' ? css['onGreen'] : undefined}>
      <Button kind="outline" onClick={() => setAsking(true)}>
        {words.cancelEntry}
      </Button>
      {asking && (
        <Question
          title={station ? words.cancelTitle(nameIn(station, 'stationName', language)) : words.cancelEntry}
          yes={words.cancelYes}
          no={words.keep}
          danger
          busy={cancel.isPending}
          problem={<SendFailed error={cancel.error} again={go} keyed />}
          onYes={go}
          onNo={() => setAsking(false)}
        >
          {words.cancelText}
        </Question>
      )}
    </div>
  );
}
