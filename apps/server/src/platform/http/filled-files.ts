// Files of a built page that depend on the operator's settings: its HTML, its manifest, and the workers that cache them.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  fillPage,
  OFFERED_LANGUAGES,
  pageSettingsElement,
  SETTINGS_REVISION,
  type Colors,
  type PageSettings,
} from '@kippu/contract/page-settings';
import { loadAgainIn } from '@kippu/words/languages';

const TYPES = {
  html: 'text/html; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  js: 'application/javascript; charset=utf-8',
} as const;

export interface FilledFile {
  readonly type: string;
  readonly text: string;
  /** Changes with the text (RFC 9110, section 8.8.3). */
  readonly etag: string;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/**
 * Returns the files of the folder `root` that hold a place for the settings or the colours, with it filled, by file name. A worker
 * gets a revision that changes with them, so browsers fetch the page again. Returns none if the page has not been built.
 */
export function filledFiles(
  root: string,
  settings: PageSettings,
  colors: Colors | undefined,
): ReadonlyMap<string, FilledFile> {
  const revision = hashOf(pageSettingsElement(settings) + JSON.stringify(colors));
  const files = new Map<string, FilledFile>();
  for (const name of existsSync(root) ? readdirSync(root) : []) {
    const ending = /\.(html|webmanifest|js)$/.exec(name)?.[1] as keyof typeof TYPES | undefined;
    if (ending === undefined) continue;
    const source = readFileSync(join(root, name), 'utf8');
    const text =
      ending === 'js'
        ? source
            .replaceAll(SETTINGS_REVISION, revision)
            .replaceAll(OFFERED_LANGUAGES, settings.languages.join(','))
        : fillPage(source, ending === 'html' ? 'html' : 'json', settings, { colors, loadAgainIn });
    if (text !== source) files.set(name, { type: TYPES[ending], text, etag: `"${hashOf(text)}"` });
  }
  return files;
}
