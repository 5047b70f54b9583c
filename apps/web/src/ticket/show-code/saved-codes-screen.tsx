// The codes that are still on the phone after a session has lapsed, until their certificates end. Nothing else of the account is shown, and no
// call is made, so it works without a network.
import { nameIn } from '@kippu/contract/names';
import { Button } from '@kippu/ui/button';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { clockOffset } from '../../app/clock/server-clock.ts';
import { useNow } from '../../app/clock/use-now.ts';
import { useWakeLock } from '../../app/clock/use-wake-lock.ts';
import { navigate } from '../../app/router/router.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { Question } from '../../ui/messages/question.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { codeStateOf, type CodeSource } from '../code/code-state.ts';
import { forgetSavedCodes, type PhoneCode } from '../code/phone-codes.ts';
import { asOf } from '../view/ticket-view.ts';
import { CodeSheet } from './code-sheet.tsx';
import { CodeSwiper } from './code-swiper.tsx';
import { useSavedCodes } from './use-saved-codes.ts';

export function SavedCodesScreen() {
  const { code: words, account } = useMessages();
  const codes = useSavedCodes();
  return (
    <Screen title={words.saved.title} leave="back">
      {codes?.[0] && (
        <>
          <Codes codes={codes} />
          {/* Not docked: on a low screen the code needs the space. */}
          <ButtonLink to="login" params={{}} kind="outline" replace>
            {account.login}
          </ButtonLink>
          <Remove />
        </>
      )}
      {codes && !codes[0] && (
        <EmptyState
          icon={Ticket}
          action={
            <ButtonLink to="login" params={{}} replace>
              {account.login}
            </ButtonLink>
          }
        >
          {words.saved.none}
        </EmptyState>
      )}
    </Screen>
  );
}

function Codes({ codes }: { readonly codes: readonly PhoneCode[] }) {
  const { ticket: words } = useMessages();
  const language = useLanguage();
  const now = useNow(1000);
  const [at, setAt] = useState(0);
  useWakeLock(true);
  const sheet = (index: number, present: boolean) => {
    const code = codes[index];
    if (!code) return null;
    const source: CodeSource = { is: 'saved', code };
    const ticket = asOf(code.ticket, now);
    return (
      <CodeSheet
        key={code.ticketId}
        ticket={ticket}
        idle={false}
        source={present ? source : undefined}
        state={present ? codeStateOf(source, now, clockOffset()) : undefined}
        inside={ticket.entry !== null}
        now={now}
        narrow={codes.length > 1}
        aside={!present}
      />
    );
  };
  if (codes.length === 1) return sheet(0, true);
  return (
    <CodeSwiper
      at={at}
      onTurn={setAt}
      items={codes.map(({ ticketId, ticket }) => ({
        id: ticketId,
        label: `${words.category[ticket.passengerCategory]} · ${nameIn(ticket, 'productName', language)}`,
        passed: null,
      }))}
    >
      {sheet}
    </CodeSwiper>
  );
}

/** Deletes the codes from a phone that others use. */
function Remove() {
  const { code: words } = useMessages();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    // A certificate that the storage does not give up is not shown any more either.
    await forgetSavedCodes().catch((problem: unknown) => console.warn('saved codes not deleted', problem));
    navigate('login', {}, { replace: true });
  };
  return (
    <>
      <Button kind="text" onClick={() => setAsking(true)}>
        {words.saved.remove}
      </Button>
      {asking && (
        <Question
          title={words.saved.removeTitle}
          yes={words.saved.remove}
          danger
          busy={busy}
          onYes={() => void remove()}
          onNo={() => setAsking(false)}
        >
          {words.saved.removeText}
        </Question>
      )}
    </>
  );
}
