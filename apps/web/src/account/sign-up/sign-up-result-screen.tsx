// Confirms the new account and continues to what the traveller came for.
import { CircleCheck, Ticket } from 'lucide-react';
import { navigateTo, useParams } from '../../app/router/router.ts';
import { isOfOneAccount } from '../../app/session/after-login.ts';
import { useSession } from '../../app/session/session.ts';
import { useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Screen } from '../../ui/layout/screen.tsx';

export function SignUpResultScreen() {
  const { account: words } = useMessages();
  const name = useSession()?.member.username ?? '';
  const { next } = useParams('signUpResult');
  // A new account has nothing yet that the address could name.
  const goesOn = next !== undefined && next !== '/' && !isOfOneAccount(next);
  return (
    <Screen
      title={words.welcomeTitle(name)}
      dock={
        <>
          {goesOn ? (
            <Button onClick={() => navigateTo(next, { replace: true })}>{words.goOn}</Button>
          ) : (
            <ButtonLink to="add" params={{}} icon={Ticket} replace>
              {words.addTicket}
            </ButtonLink>
          )}
          <ButtonLink to="tickets" params={{}} kind="text" replace>
            {words.toTickets}
          </ButtonLink>
        </>
      }
    >
      <EmptyState icon={CircleCheck} tone="ok" title={words.readyTitle}>
        {goesOn ? words.readyOn : words.readyAdd}
      </EmptyState>
    </Screen>
  );
}
