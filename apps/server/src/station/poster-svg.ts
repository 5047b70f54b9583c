// A station's poster as an A4 page in SVG: its name in the languages offered, its code, and what to do with it.
import { encode } from 'uqr';
import { fallbackLanguage, offeredLanguages, ownLanguage } from '@kippu/contract/languages';
import { pictureWords } from '@kippu/words/server-words';
import { nameIn } from '@kippu/contract/names';
import type { Station } from '@kippu/contract/calls/traveller/station';

const QR_MM = 110;
const QR_LEFT_MM = (210 - QR_MM) / 2;
const QR_TOP_MM = 92;
/** The height for the lines that say what to do. */
const LINES_MM = 62;
/** The quiet zone that a reader needs around a code. */
const QUIET_MODULES = 4;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (raw: string) => raw.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? '');

/** Draws each run of dark modules in a row as a rectangle of one path. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      row.flatMap((dark, x) => {
        if (!dark || row[x - 1]) return [];
        const end = row.indexOf(false, x);
        const width = (end < 0 ? row.length : end) - x;
        return [`M${x} ${y}h${width}v1h-${width}z`];
      }),
    )
    .join('');
}

function lineAt(line: string, y: number, size: number, weight = 400): string {
  return `<text x="105" y="${y}" font-size="${size}" font-weight="${weight}">${escape(line)}</text>`;
}

/** Returns the page as SVG. `code` is the code's text, `lastDay` its last valid day, 'YYYY-MM-DD'. */
export function posterSvg(station: Station, code: string, operatorName: string, lastDay: string): string {
  const { data, size } = encode(code, { ecc: 'Q', border: QUIET_MODULES });
  const languages = offeredLanguages();
  const others = languages.filter((language) => language !== ownLanguage());
  const names = others.map((language) => nameIn(station, 'stationName', language));
  const lines = [
    lineAt(operatorName, 22, 6),
    lineAt(nameIn(station, 'stationName', ownLanguage()), 50, 22, 700),
    lineAt(names[0] ?? '', 66, 11, 600),
    lineAt([...new Set(names.slice(1))].join('　'), 77, 7),
    lineAt(station.code, 87, 6, 600),
    ...languages.map((language, at) =>
      lineAt(
        pictureWords(language).stationPoster,
        216 + at * Math.min(11, LINES_MM / languages.length),
        6.5,
        at === 0 ? 700 : 400,
      ),
    ),
    lineAt(
      `${[...new Set([ownLanguage(), 'en'])].map((language) => pictureWords(language).validUntil).join(' / ')} ${lastDay}`,
      286,
      4,
    ),
  ];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297">',
    `<title>${escape(nameIn(station, 'stationName', fallbackLanguage()))}</title>`,
    '<rect width="210" height="297" fill="#fff"/>',
    '<g fill="#000" text-anchor="middle" font-family="\'Noto Sans CJK JP\', \'Noto Sans JP\', sans-serif">',
    ...lines,
    '</g>',
    `<g transform="translate(${QR_LEFT_MM} ${QR_TOP_MM}) scale(${QR_MM / size})" shape-rendering="crispEdges">`,
    `<path fill="#000" d="${pathOf(data)}"/>`,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}
