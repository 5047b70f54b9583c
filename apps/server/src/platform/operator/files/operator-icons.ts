// The icons of the traveller's app, from the operator's folder.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileFaults } from './operator-files.ts';

const FOLDER = 'icons';
/** Pixels of each side, by file. */
const PIXELS = {
  'icon-192.png': 192,
  'icon-512.png': 512,
  /** Its content lies within the middle 80 percent, because phones cut the rest away (W3C Web App Manifest). */
  'icon-maskable-512.png': 512,
  'apple-touch-icon.png': 180,
} as const;
/** White on nothing: Android shows it in the status bar, beside a pushed message. Without it, phones show the browser's own. */
const BADGE = { name: 'badge-96.png', pixels: 96 } as const;
const SVG = 'icon.svg';
const PNG_START = '89504e470d0a1a0a';

export interface Icon {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

/** Reads one file. Adds a fault and returns nothing if it is missing. */
function readIcon(dir: string, name: string, faults: FileFaults): Buffer {
  const path = join(dir, FOLDER, name);
  if (existsSync(path)) return readFileSync(path);
  faults.add(join(FOLDER, name), 1, 'the icon is missing; add it to the operator’s folder');
  return Buffer.alloc(0);
}

/** Reads the icons. Throws OperatorDataError for those that are missing or have another size. */
export function readIcons(dir: string): readonly Icon[] {
  const faults = new FileFaults();
  const hasBadge = existsSync(join(dir, FOLDER, BADGE.name));
  const wanted = { ...PIXELS, ...(hasBadge && { [BADGE.name]: BADGE.pixels }) };
  const pictures = Object.entries(wanted).map(([name, pixels]) => {
    const content = readIcon(dir, name, faults);
    // The header's chunk follows the signature: width and height are its first fields (PNG, section 11.2.1).
    const isPng = content.subarray(0, 8).toString('hex') === PNG_START && content.length >= 24;
    const size = isPng ? [content.readUInt32BE(16), content.readUInt32BE(20)] : [];
    if (content.length > 0 && (size.some((side) => side !== pixels) || size.length === 0))
      faults.add(join(FOLDER, name), 1, `not a PNG of ${pixels} by ${pixels} pixels; make it so`);
    return { name, type: 'image/png', content };
  });
  const drawing = { name: SVG, type: 'image/svg+xml; charset=utf-8', content: readIcon(dir, SVG, faults) };
  faults.throwIfAny();
  return [drawing, ...pictures];
}
