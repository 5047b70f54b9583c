// Starts the app on the page, in the traveller's language.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { installWorker } from './app/install-worker.ts';
import { keepAnswers } from './app/kept-answers.ts';
import { placeOf } from './app/link-to.ts';
import { queryClient } from './app/queries.ts';
import { ROUTES } from './app/routes.tsx';
import { getSession, onSessionChange } from './app/session.ts';
import { getSettings } from './app/settings.ts';
import { loadFirstSpeech } from './i18n/messages.ts';
import './ui/tokens.css';
import './ui/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
// Another screen than the first comes while the words do; one that does not come is told of where it is shown.
ROUTES[placeOf(location.hash).name ?? 'tickets']
  ?.load?.()
  .catch((error: unknown) => console.warn('screen not fetched ahead', error));
const { language } = getSettings();
document.documentElement.lang = language;
const [speech] = await Promise.all([loadFirstSpeech(language), keepAnswers(queryClient)]);
createRoot(root).render(
  <StrictMode>
    <App speech={speech} />
  </StrictMode>,
);
installWorker();
import('./app/inactivity.ts').then(
  ({ watchInactivity }) => watchInactivity(),
  // Without it the server still ends the session, at the next call.
  (error: unknown) => console.warn('inactivity is not watched', error),
);
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
