// In development Vite serves a page's HTML, so Vite fills in the operator's settings. Built pages are filled by the server.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  fillPage,
  pageSettingsOf,
  railwayHas,
  type Colors,
  type GivenSettings,
} from '@kippu/contract/page-settings';
import { loadAgainIn } from '@kippu/words/languages';
import type { Plugin } from 'vite';

/** What stations-extra.json says of gates. */
interface ExtraFile {
  readonly stations: Readonly<Record<string, { readonly gate: string }>>;
  readonly default?: { readonly gate: string };
}

/** Returns the plugin. It reads the files of OPERATOR_DIR, or of the folder operator. */
export function developmentSettings(): Plugin {
  return {
    name: 'kippu-development-settings',
    apply: 'serve',
    transformIndexHtml(html) {
      const folder = process.env['OPERATOR_DIR'] ?? join(import.meta.dirname, '../../operators/kansai');
      const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
      const given = read('operator.json') as GivenSettings & { readonly colors?: Colors };
      const products = read('products.json') as Parameters<typeof railwayHas>[0]['products'];
      const extra = read('stations-extra.json') as ExtraFile;
      const stations = [...Object.values(extra.stations), ...(extra.default ? [extra.default] : [])];
      const settings = pageSettingsOf(given, railwayHas({ products, stations }));
      return fillPage(html, 'html', settings, { colors: given.colors, loadAgainIn });
    },
  };
}
