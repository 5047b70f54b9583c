// Draws a board, and the list of boards, into the page. Each drawing replaces the one before, so the page never grows.
import { boardPath, type BoardStation } from '@kippu/contract/board/departure-board';
import type { Language } from '@kippu/contract/languages';
import { textIn } from '@kippu/contract/names';
import { boardWords } from '@kippu/words/board/words-of-board';
import type { BoardView, CarView, RowView } from './board-view.ts';

type Child = Node | string | null;

/** Makes an element. @param of its name and class, such as 'p.clock' */
function el(of: string, ...children: readonly Child[]): HTMLElement {
  const [name = 'div', ...classes] = of.split('.');
  const made = document.createElement(name);
  made.className = classes.join(' ');
  made.append(...children.filter((child) => child !== null));
  return made;
}

function carPicture({ car, level, label }: CarView): HTMLElement {
  const made = el('li.car', el('span.unseen', label));
  const picture = el('span.seats', String(car));
  picture.setAttribute('aria-hidden', 'true');
  picture.dataset['level'] = level === null ? 'open' : String(level);
  made.append(picture);
  return made;
}

function rowOf(row: RowView, language: Language): HTMLElement {
  const words = boardWords(language);
  const platform = el(
    `p.platform${row.isPlatformNew ? '.new' : ''}`,
    row.platform === '' ? null : el('span.unseen', `${words.platform} `),
    el('strong', row.platform),
    row.isPlatformNew ? el('em', words.newPlatform) : null,
  );
  return el(
    `li.row${row.isCut ? '.cut' : ''}`,
    el(
      'p.time',
      el(row.expected === null && !row.isCut ? 'strong' : 's', row.time),
      row.expected === null ? null : el('strong.expected', row.expected),
    ),
    el('p.destination', row.destination),
    el('p.about', el('span.train', row.train), row.state === null ? null : el('strong.state', row.state)),
    platform,
    el('ul.cars', ...row.cars.map(carPicture)),
    row.words === null ? null : el('p.words', row.words),
  );
}

/**
 * Draws a board.
 * @param turn how often the languages have turned: alerts take turns with them
 */
export function drawBoard(root: HTMLElement, view: BoardView, language: Language, turn: number): void {
  const words = boardWords(language);
  const heads = el(
    'p.heads',
    el('span', words.time),
    el('span', words.destination),
    el('span', words.platform),
    el('span', view.rows.some(({ cars }) => cars.length > 0) ? words.freeSeats : ''),
  );
  heads.setAttribute('aria-hidden', 'true');
  const rows = view.rows.flatMap((row) => [
    ...(row.day === null ? [] : [el('li.day', row.day)]),
    rowOf(row, language),
  ]);
  const shown = view.alerts.length === 0 ? -1 : turn % view.alerts.length;
  show(
    root,
    language,
    `${view.station} · ${words.departures}`,
    el(
      'header.top',
      el('div.place', el('p.title', words.departures), el('h1', view.station, el('small', view.code))),
      el('div.now', el('p.date', view.date), el('p.clock', view.clock)),
    ),
    heads,
    rows.length === 0 ? el('p.empty', words.noTrains) : el('ol.rows', ...rows),
    el(
      'footer.below',
      view.warning === null ? null : el('p.warning', view.warning),
      view.alerts.length === 0
        ? null
        : el('ul.alerts', ...view.alerts.map((alert, at) => el(`li${at === shown ? '.shown' : ''}`, alert))),
    ),
  );
}

/** Draws that nothing is known yet. */
export function drawConnecting(root: HTMLElement, language: Language): void {
  const { departures, connecting } = boardWords(language);
  show(root, language, departures, el('p.empty', connecting));
}

/** Draws the list of all boards. @param isUnknown whether the page was asked for a station that does not exist */
export function drawStations(
  root: HTMLElement,
  stations: readonly BoardStation[],
  language: Language,
  isUnknown: boolean,
): void {
  const words = boardWords(language);
  const { compare } = new Intl.Collator(language, { numeric: true });
  const links = stations
    .map((station) => ({ ...station, shown: textIn(station.name, language) }))
    .toSorted((a, b) => compare(a.shown, b.shown))
    .map(({ stationId, code, shown }) => {
      const link = document.createElement('a');
      link.href = boardPath(stationId);
      link.append(shown, el('small', code));
      return el('li', link);
    });
  show(
    root,
    language,
    words.departures,
    el('header.top', el('div.place', el('p.title', words.departures), el('h1', words.chooseStation))),
    isUnknown ? el('p.unknown', words.unknownStation) : null,
    el('ul.stations', ...links),
  );
}

function show(root: HTMLElement, language: Language, title: string, ...parts: readonly Child[]): void {
  document.documentElement.lang = language;
  document.title = title;
  root.replaceChildren(el('main.board', ...parts));
}
