// What of a camera's picture is looked at, whatever its shape.
import { expect, test } from 'vitest';
import { cutOf, LOOKS } from './code-detector.ts';

test('the middle square of an upright and of a wide picture is what the screen shows', () => {
  const middle = { part: 'middle', most: 640 } as const;
  expect(cutOf(720, 1280, middle)).toEqual({ x: 0, y: 280, w: 720, h: 720, toWidth: 640, toHeight: 640 });
  expect(cutOf(1280, 720, middle)).toEqual({ x: 280, y: 0, w: 720, h: 720, toWidth: 640, toHeight: 640 });
});

test('nothing is made larger than it is, and the whole keeps its shape', () => {
  expect(cutOf(320, 240, { part: 'middle', most: 640 })).toMatchObject({ toWidth: 240, toHeight: 240 });
  expect(cutOf(1920, 1080, { part: 'whole', most: 1280 })).toEqual({
    ...{ x: 0, y: 0, w: 1920, h: 1080 },
    ...{ toWidth: 1280, toHeight: 720 },
  });
});

test('a camera without a picture yet gives nothing to look at', () => {
  expect(cutOf(0, 0, { part: 'middle', most: 640 })).toMatchObject({ toWidth: 0, toHeight: 0 });
});

test('each round looks at the whole picture and at every pixel of its middle, and mostly quickly', () => {
  expect(LOOKS.some(({ part }) => part === 'whole')).toBe(true);
  expect(LOOKS.some(({ part, options }) => part === 'middle' && options.tryHarder)).toBe(true);
  expect(LOOKS.filter(({ options }) => !options.tryHarder).length).toBeGreaterThan(LOOKS.length / 2);
});
