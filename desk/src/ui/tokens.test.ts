// The desk has the app's colours, and each pair that only the desk has is legible in both modes (WCAG 2.2, 1.4.3).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
const rolesOf = (css: string) =>
  new Map([...css.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g)].map((m) => [m[1] ?? '', m[2] ?? '']));
/** Splits at where the dark colours begin. */
const modesOf = (css: string, dark: string) => {
  const at = css.indexOf(dark);
  if (at < 0) throw new Error(`no ${dark}`);
  return { light: rolesOf(css.slice(0, at)), dark: rolesOf(css.slice(at)) };
};
const app = modesOf(read('../../../web/src/ui/tokens.css'), ":root[data-appearance='dark']");
const desk = modesOf(read('tokens.css'), '@media (prefers-color-scheme: dark)');

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** Where the desk puts text that the app does not. */
const TEXT = [
  ['on-hero', 'side'],
  ['on-hero2', 'side'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-pressed'],
  ['accent', 'tray'],
  ['danger', 'page'],
  ['page', 'ink'],
] as const;

test.each(['light', 'dark'] as const)('%s: the roles that both have are the same', (mode) => {
  const shared = [...desk[mode]].filter(([role]) => app[mode].has(role));
  expect(shared.length).toBeGreaterThan(20);
  expect(shared.filter(([role, hex]) => app[mode].get(role) !== hex)).toEqual([]);
  expect([...desk.light.keys()].toSorted()).toEqual([...desk.dark.keys()].toSorted());
});

test.each(['light', 'dark'] as const)('%s: the pairs of the desk read as text', (mode) => {
  const of = (role: string) => desk[mode].get(role) ?? '';
  const weak = TEXT.filter(([ink, ground]) => !(contrast(of(ink), of(ground)) >= 4.5));
  expect(weak).toEqual([]);
});
