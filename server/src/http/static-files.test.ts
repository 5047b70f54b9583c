// The policy lets exactly the scripts run that are written into the page.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inlineScripts } from './static-files.ts';

test('each script written into the page is named by its hash; a file is not, nor is a page that is not there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kippu-page-'));
  try {
    expect(inlineScripts(folder)).toEqual([]);
    const texts = ['\n  first();\n', 'second();'];
    const [one = '', two = ''] = texts;
    writeFileSync(
      join(folder, 'index.html'),
      `<script>${one}</script><script type="module" src="/a.js"></script><script>${two}</script>`,
    );
    const hashes = texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    expect(inlineScripts(folder)).toEqual(hashes);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
