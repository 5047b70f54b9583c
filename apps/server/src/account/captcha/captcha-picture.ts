// Draws a captcha as SVG: bent, rotated strokes, cut into pieces and shuffled with pieces of noise.
import { randomInt } from 'node:crypto';
import { GLYPHS, type Stroke } from './captcha-glyphs.ts';

const WIDTH = 220;
const HEIGHT = 72;
const GLYPH_SCALE = 2.7;
const NOISE_LINES = 5;
const PATHS = 6;

interface Point {
  readonly x: number;
  readonly y: number;
}
/** Maps a point of the flat drawing to its place in the picture. */
type Move = (point: Point) => Point;

const between = (low: number, high: number): number => low + (randomInt(2 ** 32) / 2 ** 32) * (high - low);

/** Bends the whole picture in one random wave, so that no two pictures share letter shapes. */
function wave(): Move {
  const [ax, ay, px, py] = [between(2, 4), between(2, 5), between(0, 6.3), between(0, 6.3)];
  return ({ x, y }) => ({ x: x + ax * Math.sin(y / 11 + px), y: y + ay * Math.sin(x / 24 + py) });
}

/** Moves a character to its place, rotated and scaled a little at random. */
function place(index: number, count: number): Move {
  const step = (WIDTH - 24) / count;
  const center = { x: 12 + step * (index + 0.5) + between(-3, 3), y: HEIGHT / 2 + between(-5, 5) };
  const [angle, wide, high] = [
    between(-0.28, 0.28),
    GLYPH_SCALE * between(0.85, 1.05),
    GLYPH_SCALE * between(0.9, 1.1),
  ];
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return (point) => {
    const [x, y] = [(point.x - 5) * wide, (point.y - 7) * high];
    return { x: center.x + x * cos - y * sin, y: center.y + x * sin + y * cos };
  };
}

/** Cuts a stroke into SVG paths of at most `longest` units. */
function pieces(stroke: Stroke, move: Move, longest: number): string[] {
  const points: Point[] = [];
  for (let i = 0; i + 1 < stroke.length; i += 2) points.push({ x: stroke[i] ?? 0, y: stroke[i + 1] ?? 0 });
  const cut: string[] = [];
  const write = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  for (const [i, to] of points.entries()) {
    const from = points[i - 1];
    if (!from) continue;
    const parts = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / longest);
    const at = (part: number) =>
      move({ x: from.x + ((to.x - from.x) * part) / parts, y: from.y + ((to.y - from.y) * part) / parts });
    for (let part = 0; part < parts; part += 1) cut.push(`M${write(at(part))}L${write(at(part + 1))}`);
  }
  return cut;
}

function shuffle<T>(items: T[]): T[] {
  for (let i = items.length - 1; i > 0; i -= 1) {
    const other = randomInt(i + 1);
    [items[i], items[other]] = [items[other] as T, items[i] as T];
  }
  return items;
}

const noiseLine = (): Stroke => [0, between(4, HEIGHT - 4), WIDTH, between(4, HEIGHT - 4)];

/** Draws the text as a data URI. `title` says in words what to do; it must not reveal the text. */
export function drawCaptcha(text: string, title: string): string {
  const bend = wave();
  const ink = [...text].flatMap((character, index) => {
    const put = place(index, text.length);
    const strokes = GLYPHS[character];
    if (!strokes) throw new Error('captcha: a character without strokes');
    return strokes.flatMap((stroke) => pieces(stroke, (point) => bend(put(point)), 4));
  });
  const thin = Array.from({ length: NOISE_LINES }, () => pieces(noiseLine(), bend, 10)).flat();
  const draw = (cut: string[], width: number, paths: number) => {
    const mixed = shuffle(cut);
    return Array.from({ length: paths }, (_, path) => {
      const d = mixed.filter((_piece, i) => i % paths === path).join('');
      return `<path d="${d}" stroke-width="${(width * between(0.9, 1.1)).toFixed(1)}"/>`;
    });
  };
  const lines = shuffle([...draw(ink, 3, PATHS), ...draw(thin, 1, 2)]).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img"><title>${title}</title><rect width="100%" height="100%" fill="#fff"/><g fill="none" stroke="#1f2933" stroke-linecap="round">${lines}</g></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
