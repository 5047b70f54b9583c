// The operator's colours in operator.json, and whether travellers can read text in them.
import { strict } from '@kippu/contract/call';
import type { Palette } from '@kippu/contract/page-settings';
import { contrast } from '@kippu/domain/text/contrast';
import { Type } from 'typebox';

const Color = Type.String({ pattern: '^#[0-9a-f]{6}$' });
const PaletteField = strict({
  /** Links, buttons and marks. */
  accent: Color,
  /** A button while it is pressed. */
  accentPressed: Color,
  /** Text on both. */
  onAccent: Color,
  /** The ground of what is selected. */
  accentSoft: Color,
  /** The ground of covers. */
  hero: Color,
  /** Text on a cover, and its quieter text. */
  onHero: Color,
  onHeroSoft: Color,
});
export const ColorsField = strict({ light: PaletteField, dark: PaletteField });

/** The grounds of the pages, `--page`, `--stock` and `--tray` of the tokens. */
const GROUNDS = {
  light: ['#f4f1e9', '#fffefb', '#e9e5da'],
  dark: ['#12141b', '#1d2029', '#0b0d12'],
} as const;
/** The usual text, `--ink` of the tokens. */
const INK = { light: '#1c1b1f', dark: '#f1eee7' } as const;
/** The least contrast of text (WCAG 2.2, 1.4.3). */
const TEXT_CONTRAST = 4.5;

/** Lists what is too faint of the colours for one appearance: 'accent #dddddd on #fffefb has 1.3 of 4.5'. */
export function faintColors(appearance: keyof typeof GROUNDS, palette: Palette): string[] {
  const { accent, accentPressed, onAccent, accentSoft, hero, onHero, onHeroSoft } = palette;
  const pairs = [
    ...GROUNDS[appearance].map((ground) => ['accent', accent, ground] as const),
    ['accent', accent, accentSoft],
    ['text', INK[appearance], accentSoft],
    ['onAccent', onAccent, accent],
    ['onAccent', onAccent, accentPressed],
    ['onHero', onHero, hero],
    ['onHeroSoft', onHeroSoft, hero],
  ] as const;
  return pairs
    .filter(([, ink, ground]) => contrast(ink, ground) < TEXT_CONTRAST)
    .map(
      ([role, ink, ground]) =>
        `${role} ${ink} on ${ground} has ${Math.floor(contrast(ink, ground) * 10) / 10} of ${TEXT_CONTRAST}`,
    );
}
