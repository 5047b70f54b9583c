// The captcha's characters as strokes, so that the picture contains neither text nor a font.

/** Points x, y, x, y, … on a field 10 wide and 14 high, y growing downwards. */
export type Stroke = readonly number[];

/** Approximates part of an ellipse by points. Angles are degrees, clockwise from the right. */
function arc(x: number, y: number, width: number, height: number, from: number, to: number): number[] {
  const steps = Math.max(4, Math.ceil(Math.abs(to - from) / 30));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = ((from + ((to - from) * i) / steps) * Math.PI) / 180;
    return [x + width * Math.cos(angle), y + height * Math.sin(angle)];
  }).flat();
}

const SIX: readonly Stroke[] = [arc(5, 9.7, 4.7, 4.3, 180, 540), [8, 0.5, 4.5, 2, 1.5, 5.5, 0.3, 9.7]];
const upsideDown = (strokes: readonly Stroke[]): readonly Stroke[] =>
  strokes.map((stroke) => stroke.map((value, i) => (i % 2 === 0 ? 10 - value : 14 - value)));

/** The strokes of each character. */
export const GLYPHS: Readonly<Record<string, readonly Stroke[]>> = {
  A: [
    [0, 14, 5, 0, 10, 14],
    [2, 9, 8, 9],
  ],
  C: [arc(5, 7, 5, 7, 310, 50)],
  E: [
    [9, 0, 0, 0, 0, 14, 9, 14],
    [0, 7, 7, 7],
  ],
  H: [
    [0, 0, 0, 14],
    [10, 0, 10, 14],
    [0, 7, 10, 7],
  ],
  J: [[8, 0, 8, 10, ...arc(4.5, 10, 3.5, 4, 0, 180)]],
  K: [
    [0, 0, 0, 14],
    [9, 0, 0, 8],
    [3, 5.5, 9.5, 14],
  ],
  L: [[0, 0, 0, 14, 9, 14]],
  M: [[0, 14, 1, 0, 5, 8, 9, 0, 10, 14]],
  N: [[0, 14, 0, 0, 10, 14, 10, 0]],
  R: [
    [0, 14, 0, 0, 5, 0, ...arc(5, 3.75, 4.5, 3.75, -90, 90), 0, 7.5],
    [4, 7.5, 10, 14],
  ],
  T: [
    [0, 0, 10, 0],
    [5, 0, 5, 14],
  ],
  W: [[0, 0, 2.5, 14, 5, 5, 7.5, 14, 10, 0]],
  X: [
    [0, 0, 10, 14],
    [10, 0, 0, 14],
  ],
  Y: [
    [0, 0, 5, 7, 10, 0],
    [5, 7, 5, 14],
  ],
  1: [
    [2, 3, 5, 0, 5, 14],
    [2, 14, 8, 14],
  ],
  2: [[...arc(5, 4, 4.5, 4, 190, 395), 0, 14, 9.5, 14]],
  3: [arc(4.5, 3.5, 4.3, 3.5, 200, 450), arc(4.5, 10.5, 5, 3.5, 270, 520)],
  4: [[7, 14, 7, 0, 0, 10, 10, 10]],
  5: [[9, 0, 1.5, 0, 1, 6, ...arc(4.5, 9.5, 5, 4.5, 225, 505)]],
  6: SIX,
  7: [[0, 0, 10, 0, 4, 14]],
  8: [arc(5, 3.5, 3.8, 3.5, 0, 360), arc(5, 10.5, 4.8, 3.5, 0, 360)],
  9: upsideDown(SIX),
};

/** At most one of each similar pair (E F, R P, V Y, 7 T, 0 O, 1 I, 5 S, 8 B, 2 Z): a noise line could turn one into the other. */
export const PICTURE_ALPHABET = 'ACEHJKLMNRTWXY3469';
/** Digits that can be counted in beeps. */
export const SOUND_ALPHABET = '123456789';
