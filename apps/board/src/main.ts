// Starts the departure board: /board/ lists the boards, /board/north is one. `?languages=ja,en` names the languages that it shows.
// First, because the modules below need the railway's settings when they load.
// oxlint-disable-next-line import/no-unassigned-import
import './set-railway.ts';
import { pageSettings } from '@kippu/client/page-settings';
import { requireStyles } from '@kippu/client/reload-page';
import { showBoard } from './board-screen.ts';
import { chosenLanguages, stationOf } from './board-address.ts';
import '@kippu/ui/styles/tokens.css';
import '@kippu/ui/styles/base.css';
import './board.css';

const root = document.getElementById('root');
if (!root) throw new Error('no #root');
// On missing styles the page reloads, or offers a link to reload.
requireStyles();

const { languages, reader } = chosenLanguages(location.search, navigator.languages);
const isPhone = matchMedia('(max-width: 700px)');
const isChosen = new URLSearchParams(location.search).has('languages');

showBoard({
  root,
  station: stationOf(location.pathname),
  // A traveller's phone shows the language of its owner.
  languages: () => (isPhone.matches && !isChosen ? [reader] : languages),
  reader,
  fadesAfterMs: pageSettings().rules.liveFadesMinutes * 60_000,
  device: { wall: () => Date.now(), steady: () => performance.now() },
  fetch: (url, init) => fetch(url, init),
  storage: localStorage,
  random: Math.random,
  reload: () => location.reload(),
});
