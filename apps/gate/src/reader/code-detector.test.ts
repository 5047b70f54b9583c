// Which part of a camera's picture is searched, for each shape of picture.
import { expect, test } from 'vitest';
import { cutOf, LOOKS } from './code-detector.ts';

test('the middle square of an upright and of a wide picture matches what the screen shows', () => {
  const middle = { part: 'middle', maxSide: 640 } as const;
  expect(cutOf(720, 1280, middle)).toEqual({ x: 0, y: 280, w: 720, h: 720, toWidth: 640, toHeight: 640 });
  expect(cutOf(1280, 720, middle)).toEqual({ x: 280, y: 0, w: 720, h: 720, toWidth: 640, toHeight: 640 });
});

test('no picture is enlarged, and the whole picture keeps its shape', () => {
  expect(cutOf(320, 240, { part: 'middle', maxSide: 640 })).toMatchObject({ toWidth: 240, toHeight: 240 });
  expect(cutOf(1920, 1080, { part: 'whole', maxSide: 1280 })).toEqual({
    x: 0,
    y: 0,
    w: 1920,
    h: 1080,
    toWidth: 1280,
    toHeight: 720,
  });
});

test('a camera without a picture has no area to search', () => {
  expect(cutOf(0, 0, { part: 'middle', maxSide: 640 })).toMatchObject({ toWidth: 0, toHeight: 0 });
});

test('each round searches the whole picture once and the full middle once, and is otherwise quick', () => {
  expect(LOOKS.some(({ part }) => part === 'whole')).toBe(true);
  expect(LOOKS.some(({ part, options }) => part === 'middle' && options.tryHarder)).toBe(true);
  expect(LOOKS.filter(({ options }) => !options.tryHarder).length).toBeGreaterThan(LOOKS.length / 2);
});
