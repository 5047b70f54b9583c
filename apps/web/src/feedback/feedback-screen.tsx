// Writing to the operator: a draft that survives a reload, a ticket and a picture if wished, and a thank-you.
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { recallDraft } from '../app/feedback-draft.ts';
import { useMessages } from '../i18n/messages.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Screen } from '../ui/screen.tsx';
import { FeedbackForm } from './feedback-form.tsx';
import { useParams } from '../app/router.ts';

export function FeedbackScreen() {
  const { ticketId = '' } = useParams('feedback');
  const [sent, setSent] = useState(false);
  const [draft] = useState(recallDraft);
  if (sent) return <Thanks onAnother={() => setSent(false)} />;
  return (
    <FeedbackForm first={{ ...draft, ticketId: ticketId || draft.ticketId }} onSent={() => setSent(true)} />
  );
}

function Thanks({ onAnother }: { readonly onAnother: () => void }) {
  const { help: words, common } = useMessages();
  return (
    <Screen
      title={words.sentTitle}
      dock={
        <>
          <ButtonLink to="tickets" params={{}} replace>
            {common.toTickets}
          </ButtonLink>
          <Button kind="text" onClick={onAnother}>
            {words.another}
          </Button>
        </>
      }
    >
      <EmptyState icon={CircleCheck} tone="ok" title={words.sentText} />
    </Screen>
  );
}
