// Given away: whose it is now, and that the phone's code has died with it.
import { MailCheck } from 'lucide-react';
import { navigate } from '../app/router.ts';
import { useMessages } from '../i18n/messages.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Screen } from '../ui/screen.tsx';
import { recallTransfer } from './transfer-memory.ts';

export function TransferResultScreen() {
  const { ticketLife: words, common } = useMessages();
  const done = recallTransfer();
  return (
    <Screen
      title={words.transferDone}
      leave="close"
      onLeave={() => navigate('tickets', {}, { replace: true })}
      dock={
        <ButtonLink to="tickets" params={{}} replace>
          {common.toTickets}
        </ButtonLink>
      }
    >
      <EmptyState
        icon={MailCheck}
        title={done ? words.nowTheirs(done.name, done.email) : words.nowTheirsPlain}
      >
        {words.bothMailed}
      </EmptyState>
    </Screen>
  );
}
