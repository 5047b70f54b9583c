// Every colour pair of text or of a control's outline has enough contrast in both modes (WCAG 2.2, 1.4.3 and 1.4.11).
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EMPTY_PAGE_COLORS } from '@kippu/contract/page-settings';
import { contrast } from '@kippu/domain/text/contrast';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const rolesOf = (css: string, selector: string) => {
  const start = css.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`no ${selector}`);
  const block = css.slice(start, css.indexOf('}', start));
  return new Map([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g)].map((m) => [m[1] ?? '', m[2] ?? '']));
};
const read = (file: string) => {
  const css = readFileSync(join(ROOT, file), 'utf8');
  return { light: rolesOf(css, ':root'), dark: rolesOf(css, ":root[data-appearance='dark']") };
};
const SHARED = read('packages/ui/src/styles/tokens.css');
const PAGES = { web: read('apps/web/src/ui/tokens.css'), desk: read('apps/desk/src/ui/tokens.css') };

type Pairs = readonly (readonly [string, string])[];
const grounds = ['page', 'stock'] as const;
const TEXT: Pairs = [
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
];
/** Text in places that only one page has. */
const OWN_TEXT: Readonly<Record<keyof typeof PAGES, Pairs>> = {
  web: [['seat-taken-ink', 'seat-taken']],
  desk: [
    ['on-danger', 'danger'],
    ['on-danger', 'danger-pressed'],
    ['accent', 'tray'],
    ['page', 'ink'],
  ],
};
const OUTLINES: Pairs = grounds.map((ground) => ['edge', ground] as const);

describe.each(['light', 'dark'] as const)('%s', (mode) => {
  const of = (role: string, own: ReadonlyMap<string, string> = new Map()) => {
    const hex = own.get(role) ?? SHARED[mode].get(role);
    if (!hex) throw new Error(`no role ${role}`);
    return hex;
  };
  test.each(TEXT)('%s on %s is legible as text', (ink, ground) => {
    expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(OUTLINES)('%s on %s is visible as an outline', (edge, ground) => {
    expect(contrast(of(edge), of(ground))).toBeGreaterThanOrEqual(3);
  });
  test.each(['web', 'desk'] as const)('the pairs that only the %s has are legible as text', (page) => {
    const own = PAGES[page][mode];
    const weak = OWN_TEXT[page].filter(([ink, ground]) => !(contrast(of(ink, own), of(ground, own)) >= 4.5));
    expect(weak).toEqual([]);
  });
});

test.each([
  ['shared', SHARED],
  ['web', PAGES.web],
  ['desk', PAGES.desk],
])('the dark colours set each of the light ones: %s', (_name, { light, dark }) => {
  expect([...light.keys()].filter((role) => !dark.has(role))).toEqual([]);
});

test('no rule of a page has a colour of its own that an operator replaces', () => {
  const roles = ['accent', 'accent-pressed', 'accent-soft', 'hero', 'on-hero2'];
  const replaced = [SHARED.light, SHARED.dark].flatMap((of) => roles.map((role) => of.get(role) ?? role));
  const files = globSync(['apps/{web,desk,gate}/src/**/*.css', 'packages/ui/src/**/*.css'], { cwd: ROOT });
  const rules = files.filter((file) => file !== 'packages/ui/src/styles/tokens.css');
  expect(rules.length).toBeGreaterThan(50);
  const own = rules.flatMap((file) =>
    (readFileSync(join(ROOT, file), 'utf8').match(/#[0-9a-f]{6}/gi) ?? [])
      .filter((hex) => replaced.includes(hex.toLowerCase()))
      .map((hex) => `${file} ${hex}`),
  );
  expect(own).toEqual([]);
});

test('a focused field has an outline in the accent, which is visible on each ground, also if the field is wrong', () => {
  for (const file of ['packages/ui/src/field.module.css', 'apps/web/src/help/ask-bar.module.css'])
    expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(
      /:focus\S* \{[^}]*outline: 2px solid var\(--accent\);/,
    );
  for (const { light, dark } of [SHARED])
    for (const mode of [light, dark])
      for (const ground of grounds)
        expect(contrast(mode.get('accent') ?? '', mode.get(ground) ?? '')).toBeGreaterThanOrEqual(3);
});

test.each(['apps/web/public/manifest.webmanifest', 'apps/gate/public/gate.webmanifest'])(
  'the installed page of %s may be turned',
  (file) => {
    const manifest: unknown = JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
    expect(manifest).toMatchObject({ orientation: 'any' });
  },
);

test('no page overrides the colour of a shared role', () => {
  const twice = Object.values(PAGES).flatMap(({ light }) => [...light.keys()]);
  expect(twice.filter((role) => SHARED.light.has(role))).toEqual([]);
});

test.each(['web', 'desk', 'gate'])('the %s takes the operator’s colours and icon', (page) => {
  const html = readFileSync(join(ROOT, `apps/${page}/index.html`), 'utf8');
  expect(html).toContain(EMPTY_PAGE_COLORS);
  expect(html).toContain('<link rel="icon" href="/icon.svg" type="image/svg+xml" />');
});
