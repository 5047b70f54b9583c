// Logs out after a confirmation, because the phone then shows no code until the next login.
import { logout } from '@kippu/contract/routes/traveller/account';
import { useState } from 'react';
import { send } from '../../app/call/api.ts';
import { navigate } from '../../app/router/router.ts';
import { endSession } from '../../app/session/session.ts';
import { endPushOnPhone } from '../../push/phone-push.ts';
import { useMessages } from '../../i18n/messages.ts';
import { Question } from '../../ui/messages/question.tsx';
import { toast } from '@kippu/ui/toast';
import { RowButton } from '../../ui/layout/rows.tsx';

/** The longest wait for the server's answer. Logout also works without a network. */
const WAIT_MS = 5_000;

export function LogOutRow() {
  const { account: words } = useMessages();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const logOut = async () => {
    setBusy(true);
    // Not waited for: the browser may ask its push service, which may not answer.
    void endPushOnPhone();
    await send(logout, {
      query: { loginAgent: 'guest' },
      signal: AbortSignal.timeout(WAIT_MS),
      keepalive: true,
      // A session that the server does not end now expires after two hours.
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
