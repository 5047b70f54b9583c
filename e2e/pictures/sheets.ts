// `node e2e/pictures/sheets.ts <folder> [names]` makes contact sheets with the languages side by side.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import operator from '../../operators/kansai/operator.json' with { type: 'json' };
import config from '../playwright.config.ts';

const [folder = 'pictures', names = '.'] = process.argv.slice(2);
const wanted = new RegExp(`^(?:${names})`);
const sheets = join(folder, 'sheets');
mkdirSync(sheets, { recursive: true });
const browser = await chromium.launch(config.use?.launchOptions);
const page = await browser.newPage();
const scenes = readdirSync(folder).filter((name) => name !== 'sheets' && wanted.test(name));

interface Row {
  readonly scene: string;
  readonly kind: string;
  readonly width: number;
  /** Shows only this many pixels of height, from this one on. */
  readonly from?: number;
}
/** How much of a long screen one sheet shows. */
const MAX = 1_400;
const heightOf = (file: string): number => (existsSync(file) ? readFileSync(file).readUInt32BE(20) : 0);
/** Draws one sheet. Each row shows one kind of picture of one scene in all languages. */
async function sheet(name: string, rows: readonly Row[]): Promise<void> {
  const html = rows
    .map(({ scene, kind, width, from }) => {
      const images = operator.languages
        .map((language) => resolve(folder, scene, `${language}-${kind}.png`))
        .filter((file) => existsSync(file))
        .map((file) => {
          const img = `<img src="${pathToFileURL(file).href}" style="width:${width}px;margin-top:-${from ?? 0}px">`;
          return from === undefined ? img : `<div style="max-height:${MAX}px;overflow:hidden">${img}</div>`;
        });
      return images.length ? `<p>${scene} ${kind}</p><div>${images.join('')}</div>` : '';
    })
    .join('');
  if (!html.includes('<img')) return;
  const file = resolve(sheets, `${name}.html`);
  writeFileSync(
    file,
    `<style>body{margin:4px;background:#888;font:11px sans-serif;width:max-content}p{margin:2px}body>div{display:flex;gap:4px;align-items:flex-start}</style>${html}`,
  );
  await page.setViewportSize({ width: 200, height: 100 });
  await page.goto(pathToFileURL(file).href);
  const size = await page.evaluate(() => ({
    width: document.body.scrollWidth + 8,
    height: document.body.scrollHeight + 8,
  }));
  await page.setViewportSize(size);
  await page.screenshot({ path: resolve(sheets, `${name}.png`) });
  console.log(name, size.width, size.height);
}

for (const scene of scenes) {
  await sheet(scene, [
    { scene, kind: '320-light', width: 320 },
    { scene, kind: '320-dark', width: 320 },
  ]);
  for (const kind of ['whole-light', 'whole-dark']) {
    const highest = Math.max(
      ...operator.languages.map((language) => heightOf(resolve(folder, scene, `${language}-${kind}.png`))),
    );
    for (let from = 0; from < highest; from += MAX)
      await sheet(`${scene}--${kind}-${from / MAX}`, [{ scene, kind, width: 320, from }]);
  }
}
const GROUP = 3;
for (let at = 0; at < scenes.length; at += GROUP) {
  const some = scenes.slice(at, at + GROUP);
  const rows = some.flatMap((scene) =>
    (['360-light', '360-dark'] as const).map((kind) => ({ scene, kind, width: 180 })),
  );
  await sheet(`usual-${String(at / GROUP).padStart(2, '0')}-${some[0] ?? ''}`, rows);
}
await browser.close();
