// Starts the app on the page, in the traveller's language.
// First, because the modules below need the railway's settings when they load.
// oxlint-disable-next-line import/no-unassigned-import
import './app/boot/set-railway.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/boot/app.tsx';
import { keepAnswers } from './app/query/kept-answers.ts';
import { placeOf } from './app/router/link-to.ts';
import { reloadPage, requireStyles } from '@kippu/client/reload-page';
import { queryClient } from './app/query/queries.ts';
import { ROUTES } from './app/boot/routes.tsx';
import { onSessionChange } from './app/session/session.ts';
import { getSettings } from './app/storage/settings.ts';
import { loadFirstSpeech, loadWholeSpeech } from './i18n/speech.tsx';
import '@kippu/ui/styles/tokens.css';
import '@kippu/ui/styles/base.css';
import './ui/tokens.css';
import './ui/base.css';

/** If the file of the screen takes longer than this, a skeleton is shown while it loads. */
const FILE_WITHIN_MS = 2_000;
/** For this long, only files that the first screen needs are fetched. */
const SCREEN_FIRST_MS = 1_000;

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
const container: HTMLElement = root;
const { language } = getSettings();
document.documentElement.lang = language;
const fileOf = (hash: string) =>
  // A failure is reported on the screen that needs the file.
  ROUTES[placeOf(hash).name ?? 'tickets']
    ?.load?.()
    .catch((error: unknown) => console.warn('screen not fetched ahead', error));
/**
 * Shows the screen of the address, then fetches what can wait. This is a function, because other files import from this
 * one: they could not run while the module itself waits.
 */
async function start(): Promise<void> {
  // A screen other than the first needs its own file and all the text. It renders once both are loaded.
  const file = fileOf(location.hash);
  const [speech] = await Promise.all([
    file ? loadWholeSpeech(language) : loadFirstSpeech(language),
    keepAnswers(queryClient),
    file && Promise.race([file, new Promise((resolve) => setTimeout(resolve, FILE_WITHIN_MS))]),
  ]).catch((error: unknown) => {
    // Without text there is no screen.
    reloadPage();
    throw error;
  });
  // The page is about to reload, or shows a link to reload it.
  requireStyles();
  // Renders in slices, so that a slow phone still responds to taps.
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <App speech={speech} />
      </StrictMode>,
    ),
  );
  // A touch starts about 0.1 s before its click, so fetching starts then.
  for (const event of ['pointerdown', 'focusin'])
    document.addEventListener(
      event,
      ({ target }) => {
        const link = target instanceof Element ? target.closest('a') : null;
        if (link?.origin === location.origin) void fileOf(link.hash);
      },
      { passive: true },
    );
  // On a slow network the first screen takes priority: neither these files nor the worker's files compete with it.
  setTimeout(() => {
    import('./app/boot/after-start.ts').then(
      ({ afterStart }) => afterStart(),
      (error: unknown) => console.warn('no offline start', error),
    );
  }, SCREEN_FIRST_MS);
  // What the phone stored of the last session is dropped, even if it was not used since the app was opened.
  onSessionChange(() => {
    import('./app/boot/after-start.ts').then(
      ({ sessionOver }) => sessionOver(),
      (error: unknown) => console.warn('the last session is not dropped', error),
    );
  });
}
void start();
