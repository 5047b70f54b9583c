// In development Vite serves a page's HTML, so Vite fills in the operator's settings. Built pages are filled by the server.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillPage, pageSettingsOf, type Colors } from '@kippu/contract/page-settings';
import { loadAgainIn } from '@kippu/words/languages';
import type { Plugin } from 'vite';

/** Returns the plugin. It reads operator.json of OPERATOR_DIR, or of the folder operator. */
export function developmentSettings(): Plugin {
  return {
    name: 'kippu-development-settings',
    apply: 'serve',
    transformIndexHtml(html) {
      const folder = process.env['OPERATOR_DIR'] ?? join(import.meta.dirname, '../../operators/kansai');
      const settings: unknown = JSON.parse(readFileSync(join(folder, 'operator.json'), 'utf8'));
      const given = settings as Parameters<typeof pageSettingsOf>[0] & { readonly colors?: Colors };
      return fillPage(html, 'html', pageSettingsOf(given), { colors: given.colors, loadAgainIn });
    },
  };
}
