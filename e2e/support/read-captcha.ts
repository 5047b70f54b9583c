// Solves a captcha as a person does: separates thick ink from thin noise, compares shapes with letters, and counts
// beeps.
import { GLYPHS, PICTURE_ALPHABET, SOUND_ALPHABET } from '@kippu/server/account/captcha/captcha-glyphs';

type Point = readonly [x: number, y: number];
type Shape = readonly Point[];

/** The line width of ink. Noise is thinner. */
const THICK = 2;
/** Strokes closer than this, in pixels, belong to one character. */
const TOUCH = 4;
/** A shape is recognised if the second-best letter fits this many times worse. */
const SURELY = 1.25;

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
const nearest = (from: Point, shape: Shape): Point =>
  shape.reduce((best, point) => (distance(from, point) < distance(from, best) ? point : best));
const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;

/** Returns points along a line, about one for each `every`. */
function along(from: Point, to: Point, every: number): Point[] {
  const steps = Math.max(1, Math.round(distance(from, to) / every));
  const at = (i: number): Point => [
    from[0] + ((to[0] - from[0]) * i) / steps,
    from[1] + ((to[1] - from[1]) * i) / steps,
  ];
  return Array.from({ length: steps + 1 }, (_, i) => at(i));
}

/** Returns the characters' shapes from left to right. */
function shapesOf(svg: string): Shape[] {
  const pieces = [...svg.matchAll(/<path d="([^"]+)" stroke-width="([^"]+)"/g)]
    .filter(([, , width]) => Number(width) > THICK)
    .flatMap(([, d = '']) => [...d.matchAll(/M(\S+) ([^L]+)L(\S+) ([^M]+)/g)])
    .map(([, ...ends]) => {
      const [ax = 0, ay = 0, bx = 0, by = 0] = ends.map(Number);
      return along([ax, ay], [bx, by], 4);
    });
  const shapes: Point[][] = [];
  for (const piece of pieces) {
    const touching = shapes.filter((shape) =>
      piece.some((point) => distance(point, nearest(point, shape)) < TOUCH),
    );
    for (const shape of touching) shapes.splice(shapes.indexOf(shape), 1);
    shapes.push([...piece, ...touching.flat()]);
  }
  const middle = (shape: Shape) => mean(shape.map(([x]) => x));
  return shapes.toSorted((a, b) => middle(a) - middle(b));
}

/** Returns the undistorted shape of a letter. */
function letterShape(letter: string): Shape {
  return (GLYPHS[letter] ?? []).flatMap((stroke) => {
    const points = Array.from({ length: stroke.length / 2 }, (_, i): Point => [
      stroke[2 * i] ?? 0,
      stroke[2 * i + 1] ?? 0,
    ]);
    return points.slice(1).flatMap((to, i) => along(points[i] ?? to, to, 1.2));
  });
}

/** Moves and scales a shape to a common centre and spread. */
function normalised(shape: Shape): Shape {
  const [mx, my] = [mean(shape.map(([x]) => x)), mean(shape.map(([, y]) => y))];
  const sx = Math.sqrt(mean(shape.map(([x]) => (x - mx) ** 2))) || 1;
  const sy = Math.sqrt(mean(shape.map(([, y]) => (y - my) ** 2))) || 1;
  return shape.map(([x, y]) => [(x - mx) / sx, (y - my) / sy]);
}

function turned(shape: Shape, angle: number): Shape {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return shape.map(([x, y]) => [x * cos - y * sin, x * sin + y * cos]);
}

/** Returns the distance between two shapes, measured in both directions: each must cover the other. */
const apart = (a: Shape, b: Shape): number =>
  mean(a.map((point) => distance(point, nearest(point, b)))) +
  mean(b.map((point) => distance(point, nearest(point, a))));

const TURNS = [-0.3, -0.15, 0, 0.15, 0.3];
const letters = new Map<string, Shape[]>(
  [...PICTURE_ALPHABET, ...SOUND_ALPHABET].map((letter) => [
    letter,
    TURNS.map((turn) => normalised(turned(letterShape(letter), turn))),
  ]),
);

/** Returns the letter of a shape, or undefined if it is ambiguous. */
function letterOf(shape: Shape, alphabet: string): string | undefined {
  const seen = normalised(shape);
  const [best, next] = [...alphabet]
    .map((letter) => {
      const fits = (letters.get(letter) ?? []).map((drawn) => apart(seen, drawn));
      return { letter, fit: Math.min(...fits) };
    })
    .toSorted((a, b) => a.fit - b.fit);
  return best && next && next.fit > best.fit * SURELY ? best.letter : undefined;
}

/** Returns the five characters in a picture (a data URI), or undefined if one is uncertain. */
export function readCaptcha(image: string): string | undefined {
  const svg = Buffer.from(image.split(',')[1] ?? '', 'base64').toString();
  const read = shapesOf(svg).map((shape) => letterOf(shape, PICTURE_ALPHABET));
  return read.length === 5 && read.every((letter) => letter !== undefined) ? read.join('') : undefined;
}

/** Returns the digits in a sound (a data URI). Each digit is a number of beeps, and a long pause ends it. */
export function hearCaptcha(audio: string): string {
  const wav = Buffer.from(audio.split(',')[1] ?? '', 'base64');
  const tenMs = 80;
  const loud = Array.from(
    { length: Math.floor((wav.length - 44) / tenMs) },
    (_, i) => Math.max(...wav.subarray(44 + i * tenMs, 44 + (i + 1) * tenMs)) > 160,
  );
  const heard = loud.map((sounds) => (sounds ? '#' : '.')).join('');
  return heard
    .split(/\.{40,}/)
    .map((digit) => digit.match(/#+/g)?.length ?? 0)
    .filter((beeps) => beeps > 0)
    .join('');
}
