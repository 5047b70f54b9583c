// Confirms a transfer: the new owner, and that the code on this phone no longer works.
import { MailCheck } from 'lucide-react';
import { NotFoundScreen } from '../../ui/states/incomplete-screen.tsx';
import { navigate } from '../../app/router/router.ts';
import { useMessages } from '../../i18n/messages.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Icon } from '@kippu/ui/icon';
import { Paper } from '../../ui/layout/paper.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { recallTransfer } from './transfer-memory.ts';
import css from './transfer.module.css';

export function TransferResultScreen() {
  const { ticketLife: words, common } = useMessages();
  const done = recallTransfer();
  // Opened by its address without a transfer, the screen must not claim one.
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
      <p className={css['notified']}>
        <Icon of={MailCheck} />
        {words.bothMailed}
      </p>
    </Screen>
  );
}
