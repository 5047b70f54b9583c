// Taking an entry back before the gate was passed, asked once.
import { nameIn } from '@kippu/contract/fields';
import type { Station } from '@kippu/contract/station';
import { deleteUseFlag, ticketList, ticketLoad, verificationResult } from '@kippu/contract/ticket';
import { history } from '@kippu/contract/voucher';
import { useState } from 'react';
import { useErrorText } from '../app/error-text.ts';
import { queryClient, queryKey, refetch, useWrite } from '../app/queries.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { Button } from '../ui/button.tsx';
import { Question } from '../ui/question.tsx';
import css from './cancel-entry.module.css';
import type { VerifiedRecord } from './kept-verification.ts';

export function CancelEntry({
  record,
  station,
  look,
}: {
  readonly record: VerifiedRecord;
  readonly station: Station | undefined;
  /** `onGreen`: white lines, for the screen staff look at. */
  readonly look: 'onGreen' | 'plain';
}) {
  const { station: words } = useMessages();
  const language = useLanguage();
  const text = useErrorText();
  const [asking, setAsking] = useState(false);
  const { recordId } = record;
  const cancel = useWrite(deleteUseFlag, {
    onSuccess: async () => {
      queryClient.setQueryData(queryKey(verificationResult, { recordId }), { ...record, state: 'cancelled' });
      await refetch(ticketLoad, ticketList, history);
    },
  });
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
          problem={cancel.error && text(cancel.error)}
          onYes={() => cancel.mutate({ query: { recordId } })}
          onNo={() => setAsking(false)}
        >
          {words.cancelText}
        </Question>
      )}
    </div>
  );
}
