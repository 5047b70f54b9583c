// Given away: whose it is now, and that the phone's code has died with it.
import { MailCheck } from 'lucide-react';
import { NotFoundScreen } from '../app/error-screens.tsx';
import { navigate } from '../app/router.ts';
import { useMessages } from '../i18n/messages.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Paper } from '../ui/paper.tsx';
import { Screen } from '../ui/screen.tsx';
import { recallTransfer } from './transfer-memory.ts';
import css from './transfer.module.css';

export function TransferResultScreen() {
  const { ticketLife: words, common } = useMessages();
  const done = recallTransfer();
  // Opened by its address: nothing was given away, and nobody is to believe it.
  if (!done) return <NotFoundScreen />;
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
      <Paper
        stub={
          <>
            <p className={css['line']}>{words.receiver}</p>
            <p className={css['name']}>{done.email}</p>
          </>
        }
      >
        <p className={css['line']}>{words.itself}</p>
        <h2 className={css['name']}>{done.name}</h2>
      </Paper>
      <p className={css['told']}>
        <Icon of={MailCheck} />
        {words.bothMailed}
      </p>
    </Screen>
  );
}
