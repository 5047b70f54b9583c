// Files of a built page that depend on the operator's settings: its HTML, and the workers that cache it.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  EMPTY_PAGE_SETTINGS,
  pageSettingsElement,
  SETTINGS_REVISION,
  type PageSettings,
} from '@kippu/contract/page-settings';

const TYPES = { html: 'text/html; charset=utf-8', js: 'application/javascript; charset=utf-8' } as const;

export interface FilledFile {
  readonly type: string;
  readonly text: string;
  /** Changes with the text (RFC 9110, section 8.8.3). */
  readonly etag: string;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/**
 * Returns the files of the folder `root` that hold a place for the settings, with it filled, by file name. A worker gets a
 * revision that changes with the settings, so browsers fetch the page again. Returns none if the page has not been built.
 */
export function filledFiles(root: string, settings: PageSettings): ReadonlyMap<string, FilledFile> {
  const element = pageSettingsElement(settings);
  const revision = hashOf(element);
  const files = new Map<string, FilledFile>();
  for (const name of existsSync(root) ? readdirSync(root) : []) {
    const type = Object.entries(TYPES).find(([ending]) => name.endsWith(`.${ending}`))?.[1];
    if (type === undefined) continue;
    const source = readFileSync(join(root, name), 'utf8');
    const text = source.replace(EMPTY_PAGE_SETTINGS, () => element).replaceAll(SETTINGS_REVISION, revision);
    if (text !== source) files.set(name, { type, text, etag: `"${hashOf(text)}"` });
  }
  return files;
}
