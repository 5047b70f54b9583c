// Starts the app on the page, in the traveller's language.
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { keepAnswers } from './app/kept-answers.ts';
import { placeOf } from './app/link-to.ts';
import { loadAnew } from './app/load-anew.ts';
import { queryClient } from './app/queries.ts';
import { ROUTES } from './app/routes.tsx';
import { getSession, onSessionChange } from './app/session.ts';
import { getSettings } from './app/settings.ts';
import { loadFirstSpeech, loadWholeSpeech } from './i18n/messages.ts';
import './ui/tokens.css';
import './ui/base.css';

/** After so long the shape of a screen is drawn, and its file still waited for. */
const FILE_WITHIN_MS = 2_000;
/** For so long nothing is fetched that the first screen does not need. */
const SCREEN_FIRST_MS = 1_000;

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
const { language } = getSettings();
document.documentElement.lang = language;
const fileOf = (hash: string) =>
  // One that does not come is told of where it is shown.
  ROUTES[placeOf(hash).name ?? 'tickets']
    ?.load?.()
    .catch((error: unknown) => console.warn('screen not fetched ahead', error));
// Another screen than the first needs its file and all the words: drawn once both are here, and not in two steps.
const file = fileOf(location.hash);
const [speech] = await Promise.all([
  file ? loadWholeSpeech(language) : loadFirstSpeech(language),
  keepAnswers(queryClient),
  file && Promise.race([file, new Promise((resolve) => setTimeout(resolve, FILE_WITHIN_MS))]),
]).catch((error: unknown) => {
  // Without words there is no screen.
  loadAnew();
  throw error;
});
// In slices, so that a slow phone goes on hearing taps between them.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App speech={speech} />
    </StrictMode>,
  ),
);
// A finger comes down a tenth of a second before its tap is one.
for (const event of ['pointerdown', 'focusin'])
  document.addEventListener(
    event,
    ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link?.origin === location.origin) void fileOf(link.hash);
    },
    { passive: true },
  );
// On a bad line the screen comes first: neither file, nor all that the worker keeps, is fetched beside what it needs.
setTimeout(() => {
  import('./app/install-worker.ts').then(
    ({ installWorker }) => installWorker(),
    (error: unknown) => console.warn('no offline start', error),
  );
  import('./app/inactivity.ts').then(
    ({ watchInactivity }) => watchInactivity(),
    // Without it the server still ends the session, at the next call.
    (error: unknown) => console.warn('inactivity is not watched', error),
  );
}, SCREEN_FIRST_MS);
// What is kept for the gate and for other tabs goes with the session, also when neither was used since the app was opened.
onSessionChange(() => {
  if (getSession()) return;
  import('./app/token-hand-over.ts').then(
    ({ forgetRefresh }) => forgetRefresh(),
    (error: unknown) => console.warn('tokens not dropped', error),
  );
  import('./ticket/phone-codes.ts').then(
    ({ forgetOthersCodes }) => forgetOthersCodes(),
    (error: unknown) => console.warn('codes not dropped', error),
  );
});
