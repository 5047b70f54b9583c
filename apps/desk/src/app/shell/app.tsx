// Selects the view: sign-in, a required new password, or the desk.
import { useEffect, useLayoutEffect, useRef } from 'react';
import { deskMe } from '@kippu/contract/routes/desk/staff';
import { Button } from '@kippu/ui/button';
import { Loading } from '../../ui/layout/load-state.tsx';
import { ErrorBox } from '../../ui/messages/error-box.tsx';
import { useRead } from '../call/queries.ts';
import { actAfter } from '../call/refusals.ts';
import { getSession, sessionOver, signedOut, staffIs, useSession } from '../session/session.ts';
import { PasswordShell, Shell } from './shell.tsx';
import { SignInScreen } from './sign-in-screen.tsx';
import css from './sign-in.module.css';
import { useLanguage, useSay, text } from '../text/texts.ts';

const WORDS = {
  signIn: text('サインイン', 'Sign in'),
  signInAgain: text('サインインし直す', 'Sign in again'),
  alone: text(
    '長い間操作がなかったため、サインアウトしました。',
    'You were signed out after a long time without activity.',
  ),
};

/** The server's time limit for an unused session. The screen is then covered too. */
const IDLE_MS = 60 * 60_000;

/** Covers the desk after a long time without input. */
function useIdleCover(): void {
  const say = useSay();
  const why = say(WORDS.alone);
  useEffect(() => {
    let touchedAt = Date.now();
    const touch = () => (touchedAt = Date.now());
    const look = () => {
      const { token } = getSession();
      if (token !== null && Date.now() - touchedAt >= IDLE_MS) sessionOver(token, why);
    };
    const timer = setInterval(look, 30_000);
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) addEventListener(event, touch, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      for (const event of events) removeEventListener(event, touch, { capture: true });
    };
  }, [why]);
}

/** The sign-in form, on top of everything including open dialogs. */
function SignInOver() {
  const say = useSay();
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog?.open) dialog?.showModal();
    // The email is known, so the focus goes to the password. The browser would focus the first button.
    dialog?.querySelector<HTMLElement>('input[type="password"]')?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className={css['over']}
      aria-label={say(WORDS.signIn)}
      onCancel={(event) => event.preventDefault()}
      // A second Escape would close the dialog.
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.preventDefault();
      }}
    >
      <SignInScreen />
    </dialog>
  );
}

/** After a reload, asks the server who owns the tab's token. */
export function WhoIsIt() {
  const say = useSay();
  const me = useRead(deskMe, {});
  useEffect(() => {
    if (me.data) staffIs(me.data);
  }, [me.data]);
  if (!me.error) return <Loading />;
  const passes = actAfter(me.error) === 'again';
  return (
    <main className={css['who']}>
      <ErrorBox
        error={me.error}
        again={() => void me.refetch()}
        action={passes ? undefined : <Button onClick={signedOut}>{say(WORDS.signInAgain)}</Button>}
      />
    </main>
  );
}

export function App() {
  const language = useLanguage();
  const { token, staff } = useSession();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useIdleCover();
  if (staff === null) return token === null ? <SignInScreen /> : <WhoIsIt />;
  const Desk = staff.mustChangePassword ? PasswordShell : Shell;
  return (
    <>
      {/* The key discards the state of the previous person. */}
      <Desk key={staff.staffId} staff={staff} />
      {token === null && <SignInOver />}
    </>
  );
}
