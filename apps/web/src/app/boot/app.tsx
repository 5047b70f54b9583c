// The shell: words, appearance, the present screen, the tab bar.
import { QueryClientProvider } from '@tanstack/react-query';
import { RESIZE_DEBOUNCE_MS } from '@kippu/contract/limits';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { loadMessages, SpeechContext, useMessages, type Speech } from '../i18n/messages.ts';
import { NoticeBox } from '../ui/notice-box.tsx';
import { ToastHost } from '../ui/toast.tsx';
import css from './app.module.css';
import { NotFoundScreen } from './error-screens.tsx';
import { ScreenComing } from './late-screen.tsx';
import { loadAnew } from './load-anew.ts';
import { queryClient } from './queries.ts';
import { navigate, screenNumber, usePlace } from './router.ts';
import { ROUTES } from './routes.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { useSession } from './session.ts';
import { changeSettings, useSettings } from './settings.ts';
import { reach } from './reach.ts';
import { TabBar } from './tab-bar.tsx';

/** Keeps the document's language, font size and appearance as the settings say. */
function useAppearance(language: string): void {
  const { fontSize, appearance } = useSettings();
  useEffect(() => {
    const root = document.documentElement;
    root.lang = language;
    root.dataset['fontSize'] = fontSize;
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
      const shown = appearance === 'auto' ? (dark.matches ? 'dark' : 'light') : appearance;
      root.dataset['appearance'] = shown;
      const page = getComputedStyle(root).getPropertyValue('--page');
      document.querySelector('meta[name="theme-color"]')?.setAttribute('content', page);
    };
    apply();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(apply, RESIZE_DEBOUNCE_MS);
    };
    dark.addEventListener('change', later);
    return () => {
      clearTimeout(timer);
      dark.removeEventListener('change', later);
    };
  }, [language, fontSize, appearance]);
}

/** Counts the accounts that have left this tab, also in another one: what a screen holds of one is not the next one's. */
function useAccountsLeft(account: string | undefined): number {
  const [seen, setSeen] = useState({ account, left: 0 });
  if (seen.account !== account) setSeen({ account, left: seen.left + (seen.account === undefined ? 0 : 1) });
  return seen.left;
}

function PresentScreen() {
  const place = usePlace();
  const session = useSession();
  const left = useAccountsLeft(session?.member.email);
  const { common } = useMessages();
  const isOnline = useSyncExternalStore(reach.subscribe, reach.get);
  const route = place.name === null ? undefined : ROUTES[place.name];
  const locked = route?.auth === 'guest' && !session;
  useEffect(() => {
    if (locked) navigate('login', { next: place.address }, { replace: true });
  }, [locked, place.address]);
  if (locked) return null;
  const cutOff = route?.needs?.some((name) => !place.params[name]);
  const Shown = (!cutOff && route?.screen) || NotFoundScreen;
  return (
    <>
      {!isOnline && !route?.saysOffline && (
        <div className={css['offline']}>
          <NoticeBox tone="warn">{common.offline}</NoticeBox>
        </div>
      )}
      {/* Another screen has state and failures of its own; so it is for another account. */}
      <ScreenBoundary key={`${left} ${screenNumber()}`}>
        <Suspense fallback={<ScreenComing />}>
          <Shown />
        </Suspense>
      </ScreenBoundary>
      {route?.tab && <TabBar active={route.tab} />}
    </>
  );
}

export function App({ speech: first }: { readonly speech: Speech }) {
  const { language } = useSettings();
  const [speech, setSpeech] = useState(first);
  useEffect(() => {
    if (speech.language === language && !speech.growing) return;
    let wanted = true;
    loadMessages(language).then(
      (messages) => {
        if (wanted) setSpeech({ language, messages });
      },
      (error: unknown) => {
        console.warn('words not loaded', language, error);
        if (!wanted || loadAnew()) return;
        // The words there are stay: a language that does not come must not take the app away.
        if (speech.language !== language) changeSettings({ language: speech.language });
        else window.addEventListener('online', loadAnew, { once: true });
      },
    );
    return () => {
      wanted = false;
    };
  }, [language, speech]);
  useAppearance(speech.language);
  return (
    <SpeechContext value={speech}>
      <QueryClientProvider client={queryClient}>
        <div className={css['column']}>
          <PresentScreen />
        </div>
        <ToastHost />
      </QueryClientProvider>
    </SpeechContext>
  );
}
