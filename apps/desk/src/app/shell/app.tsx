// Who is there decides what is shown: the way in, a password of one's own, or the desk.
import { useEffect, useLayoutEffect, useRef } from 'react';
import { deskMe } from '@kippu/contract/desk-staff';
import { Failed, Loading } from '../ui/load-state.tsx';
import { useRead } from './queries.ts';
import { getSession, sessionOver, staffIs, useSession } from './session.ts';
import { PasswordShell, Shell } from './shell.tsx';
import { SignInScreen } from './sign-in-screen.tsx';
import css from './sign-in.module.css';
import { useLanguage, useSay, text } from './texts.ts';

const WORDS = {
  signIn: text('サインイン', 'Sign in'),
  alone: text(
    '長い間操作がなかったため、サインアウトしました。',
    'You were signed out after a long time without activity.',
  ),
};

/** As long as the server lets a session be unused: what is on the screen is covered then too. */
const IDLE_MS = 60 * 60_000;

/** Covers the desk when nobody has touched it for long. */
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

/** Over everything else, also over an open dialog, until somebody signs in. */
function SignInOver() {
  const say = useSay();
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog?.open) dialog?.showModal();
    // The email is known; a browser would take the first button.
    dialog?.querySelector<HTMLElement>('input[type="password"]')?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className={css['over']}
      aria-label={say(WORDS.signIn)}
      onCancel={(event) => event.preventDefault()}
      // Pressed twice, Escape would close it all the same.
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.preventDefault();
      }}
    >
      <SignInScreen />
    </dialog>
  );
}

/** A tab that was loaded anew has a token; the server says whose it is. */
function WhoIsIt() {
  const me = useRead(deskMe, {});
  useEffect(() => {
    if (me.data) staffIs(me.data);
  }, [me.data]);
  if (me.error) return <Failed error={me.error} again={() => void me.refetch()} />;
  return <Loading />;
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
      {/* Another person starts afresh. */}
      <Desk key={staff.staffId} staff={staff} />
      {token === null && <SignInOver />}
    </>
  );
}
