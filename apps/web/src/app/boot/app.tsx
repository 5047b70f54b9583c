// The root of the app: messages, appearance, the current screen and the tab bar.
import { pageSettings } from '@kippu/client/page-settings';
import { QueryClientProvider } from '@tanstack/react-query';
import { RESIZE_DEBOUNCE_MS, TOAST_MS } from '@kippu/contract/limits';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { hasVouchers } from '@kippu/domain/rules';
import { loadMessages } from '@kippu/words/load-messages';
import { useFirstMessages } from '../../i18n/messages.ts';
import { SpeechProvider, wholeSpeech, type Speech } from '../../i18n/speech.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { ToastHost } from '@kippu/ui/toast';
import css from './app.module.css';
import { BrokenScreen } from '../../ui/states/error-screens.tsx';
import { ScreenComing } from './lazy-screen.tsx';
import { reloadPage } from '@kippu/client/reload-page';
import { queryClient } from '../query/queries.ts';
import { navigate, screenNumber, usePlace } from '../router/router.ts';
import { NOT_FOUND, ROUTES } from './routes.tsx';
import { Boundary } from '@kippu/ui/boundary';
import { useSession } from '../session/session.ts';
import { changeSettings, useSettings } from '../storage/settings.ts';
import { reach } from '../call/reach.ts';
import { TabBar } from './tab-bar.tsx';

/** Applies the language, font size and appearance of the settings to the document. */
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

/**
 * Counts how often an account has left this tab, including by a change in another tab. The next account must not get
 * the state of the last one's screens.
 */
function useAccountsLeft(account: string | undefined): number {
  const [seen, setSeen] = useState({ account, left: 0 });
  if (seen.account !== account) setSeen({ account, left: seen.left + (seen.account === undefined ? 0 : 1) });
  return seen.left;
}

function PresentScreen() {
  const place = usePlace();
  const session = useSession();
  const left = useAccountsLeft(session?.member.email);
  const { common } = useFirstMessages();
  const isOnline = useSyncExternalStore(reach.subscribe, reach.get);
  const route = place.name === null ? undefined : ROUTES[place.name];
  const locked = route?.auth === 'guest' && !session;
  useEffect(() => {
    if (locked) navigate('login', { next: place.address }, { replace: true });
  }, [locked, place.address]);
  if (locked) return null;
  const isHidden =
    (route?.tab === 'seats' && !pageSettings().hasSeats) ||
    (place.name === 'voucherDetail' && !hasVouchers());
  const Shown = isHidden || !route ? NOT_FOUND.screen : route.screen;
  return (
    <>
      {!isOnline && !route?.saysOffline && (
        <div className={css['offline']}>
          <NoticeBox tone="warn">{session ? common.offlineCodes : common.offline}</NoticeBox>
        </div>
      )}
      {/* A new key discards the state and failures of the previous screen or account. */}
      <Boundary key={`${left} ${screenNumber()}`} broken={<BrokenScreen />}>
        <Suspense fallback={<ScreenComing />}>
          <Shown />
        </Suspense>
      </Boundary>
      {route?.tab && !isHidden && <TabBar active={route.tab} />}
    </>
  );
}

export function App({ speech: first }: { readonly speech: Speech }) {
  const { language } = useSettings();
  const [speech, setSpeech] = useState(first);
  useEffect(() => {
    if (speech.language === language && !(speech.messages instanceof Promise)) return;
    let wanted = true;
    loadMessages(language).then(
      (messages) => {
        if (wanted) setSpeech(wholeSpeech(language, messages));
      },
      (error: unknown) => {
        console.warn('words not loaded', language, error);
        if (!wanted || reloadPage()) return;
        // Keep the present language if the new one does not load.
        if (speech.language !== language) changeSettings({ language: speech.language });
        else window.addEventListener('online', reloadPage, { once: true });
      },
    );
    return () => {
      wanted = false;
    };
  }, [language, speech]);
  useAppearance(speech.language);
  return (
    <SpeechProvider speech={speech}>
      <QueryClientProvider client={queryClient}>
        <div className={css['column']}>
          <PresentScreen />
        </div>
        <ToastHost ms={TOAST_MS} />
      </QueryClientProvider>
    </SpeechProvider>
  );
}
