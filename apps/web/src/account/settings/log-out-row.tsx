// Logging out: asked once, since this phone then shows no code until the next login.
import { logout } from '@kippu/contract/account';
import { useState } from 'react';
import { send } from '../app/api.ts';
import { navigate } from '../app/router.ts';
import { endSession } from '../app/session.ts';
import { useMessages } from '../i18n/messages.ts';
import { Question } from '../ui/question.tsx';
import { toast } from '../ui/toast.tsx';
import { RowButton } from './rows.tsx';

/** The server is told, but not waited for longer than this: without a network one can log out too. */
const WAIT_MS = 5_000;

export function LogOutRow() {
  const { account: words } = useMessages();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const logOut = async () => {
    setBusy(true);
    await send(logout, {
      query: { loginAgent: 'guest' },
      signal: AbortSignal.timeout(WAIT_MS),
      keepalive: true,
      // A session the server does not hear of ends by itself after two hours.
    }).catch(() => undefined);
    toast(words.loggedOut);
    navigate('tickets', {}, { replace: true });
    endSession();
  };
  return (
    <>
      <RowButton label={words.logOut} onClick={() => setAsking(true)} />
      {asking && (
        <Question
          title={words.logOutTitle}
          yes={words.logOut}
          busy={busy}
          onYes={() => void logOut()}
          onNo={() => setAsking(false)}
        >
          {words.logOutText}
        </Question>
      )}
    </>
  );
}
