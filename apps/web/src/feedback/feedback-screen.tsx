// Writes to the operator, with or without a login: a draft that survives a reload, an optional ticket and picture, and a confirmation.
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { recallDraft } from '../app/session/feedback-draft.ts';
import { useMessages } from '../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { Screen } from '../ui/layout/screen.tsx';
import { FeedbackForm } from './feedback-form.tsx';
import { useParams } from '../app/router/router.ts';
import { useSession } from '../app/session/session.ts';
import { VisitorForm } from './visitor-form.tsx';

export function FeedbackScreen() {
  const { ticketId = '' } = useParams('feedback');
  const [sent, setSent] = useState(false);
  const [draft] = useState(recallDraft);
  const session = useSession();
  if (sent) return <Thanks onAnother={() => setSent(false)} />;
  if (!session) return <VisitorForm onSent={() => setSent(true)} />;
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
