// Reads a captcha as a person does: thick ink apart from thin noise, shapes told by the letters they are like, beeps counted.
import { GLYPHS, PICTURE_ALPHABET, SOUND_ALPHABET } from '@kippu/server/account/captcha-glyphs';

type Point = readonly [x: number, y: number];
type Shape = readonly Point[];

/** Of ink: noise is drawn thinner. */
const THICK = 2;
/** Strokes this close, in pixels, are of one character. */
const TOUCH = 4;
/** A shape is read when the next best letter fits so many times worse. */
const SURELY = 1.25;

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
const nearest = (from: Point, shape: Shape): Point =>
  shape.reduce((best, point) => (distance(from, point) < distance(from, best) ? point : best));
const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;

/** Points along a line, one to each `every` or so. */
function along(from: Point, to: Point, every: number): Point[] {
  const steps = Math.max(1, Math.round(distance(from, to) / every));
  const at = (i: number): Point => [
    from[0] + ((to[0] - from[0]) * i) / steps,
    from[1] + ((to[1] - from[1]) * i) / steps,
  ];
  return Array.from({ length: steps + 1 }, (_, i) => at(i));
}

/** The characters' shapes from left to right. */
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

/** The letter as it is written when nothing bends it. */
function letterShape(letter: string): Shape {
  return (GLYPHS[letter] ?? []).flatMap((stroke) => {
    const points = Array.from({ length: stroke.length / 2 }, (_, i): Point => [
      stroke[2 * i] ?? 0,
      stroke[2 * i + 1] ?? 0,
    ]);
    return points.slice(1).flatMap((to, i) => along(points[i] ?? to, to, 1.2));
  });
}

/** Moved and sized so that middle and spread are those of every other shape. */
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

/** How far two shapes are apart, both ways: each must be covered by the other. */
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

/** The letter that a shape is like, or undefined when two are. */
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

/** Takes the picture's data URI; gives its five characters, or undefined when one cannot be told for sure. */
export function readCaptcha(image: string): string | undefined {
  const svg = Buffer.from(image.split(',')[1] ?? '', 'base64').toString();
  const read = shapesOf(svg).map((shape) => letterOf(shape, PICTURE_ALPHABET));
  return read.length === 5 && read.every((letter) => letter !== undefined) ? read.join('') : undefined;
}

/** Takes the sound's data URI; gives its digits, each counted by its beeps: a long quiet ends a digit. */
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
