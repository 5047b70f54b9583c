// Every pair of colours that carries text or a control's outline is legible in both modes (WCAG 2.2, 1.4.3 and 1.4.11).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const blockOf = (selector: string) => {
  const start = css.indexOf(selector);
  return css.slice(start, css.indexOf('}', start));
};
const rolesOf = (block: string) =>
  new Map([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g)].map((m) => [m[1] ?? '', m[2] ?? '']));
const light = rolesOf(blockOf(':root {'));
const MODES = {
  light,
  dark: new Map([...light, ...rolesOf(blockOf(":root[data-appearance='dark']"))]),
};

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

const grounds = ['page', 'stock'] as const;
const TEXT: readonly (readonly [string, string])[] = [
  ...grounds.flatMap((ground) =>
    ['ink', 'ink2', 'ink3', 'accent', 'ok', 'warn', 'danger'].map((ink) => [ink, ground] as const),
  ),
  ['ink', 'tray'],
  ['ink2', 'tray'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-pressed'],
  ['accent', 'accent-soft'],
  ['ink', 'accent-soft'],
  ['on-hero', 'hero'],
  ['on-hero2', 'hero'],
  ['ink', 'ok-soft'],
  ['ink', 'warn-soft'],
  ['ink', 'danger-soft'],
  ['ok', 'ok-soft'],
  ['warn', 'warn-soft'],
  ['danger', 'danger-soft'],
  ['seat-taken-ink', 'seat-taken'],
];
const OUTLINES: readonly (readonly [string, string])[] = grounds.map((ground) => ['edge', ground] as const);

describe.each(['light', 'dark'] as const)('%s', (mode) => {
  const of = (role: string) => {
    const hex = MODES[mode].get(role);
    if (!hex) throw new Error(`no role ${role}`);
    return hex;
  };
  test.each(TEXT)('%s on %s reads as text', (ink, ground) => {
    expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(OUTLINES)('%s on %s shows as an outline', (edge, ground) => {
    expect(contrast(of(edge), of(ground))).toBeGreaterThanOrEqual(3);
  });
});

test('the dark block sets every colour of the light one', () => {
  const dark = rolesOf(blockOf(":root[data-appearance='dark']"));
  expect([...light.keys()].filter((role) => !dark.has(role))).toEqual([]);
});
