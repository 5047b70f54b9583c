// Builds the service worker with the app, and passes it the list of the app's files with their revisions, where the operator's texts are, and where
// the app leaves a note for it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OFFERED_LANGUAGES, SETTINGS_REVISION } from '@kippu/contract/page-settings';
import type { Plugin } from 'vite';
import { PUSH_NOTE } from './src/push/push-note.ts';
import { faqUrl, OPERATOR_CACHE, termsUrl } from './src/app/storage/operator-texts.ts';

const FILES = /\.(js|css|html|svg|png|webmanifest)$/;
const revisionOf = (content: string | Uint8Array) =>
  createHash('sha256').update(content).digest('hex').slice(0, 16);

/** The server fills the page and its manifest with the operator's settings, so their revisions change with them too. */
const revisionMark = (fileName: string) =>
  /\.(html|webmanifest)$/.test(fileName) ? `-${SETTINGS_REVISION}` : '';

/** Returns the plugin for a folder of files that are copied unchanged. Throws if the worker would need other files. */
export function serviceWorker(publicDir: string): Plugin {
  return {
    name: 'kippu-service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const worker = bundle['sw.js'];
      if (worker?.type !== 'chunk') throw new Error('the build made no sw.js');
      if (worker.imports.length > 0) throw new Error(`sw.js must stand alone: ${worker.imports.join(', ')}`);
      const built = Object.values(bundle)
        .filter(({ fileName }) => FILES.test(fileName) && fileName !== 'sw.js')
        .map((file) => ({
          url: `/${file.fileName}`,
          // A hashed name is its own revision.
          revision: file.fileName.startsWith('assets/')
            ? null
            : revisionOf(file.type === 'chunk' ? file.code : file.source) + revisionMark(file.fileName),
        }));
      const copied = readdirSync(publicDir)
        .filter((name) => FILES.test(name))
        .map((name) => ({
          url: `/${name}`,
          revision: revisionOf(readFileSync(join(publicDir, name))) + revisionMark(name),
        }));
      const urls = [faqUrl('*'), termsUrl('*')];
      const texts = { cache: OPERATOR_CACHE, urls, languages: OFFERED_LANGUAGES };
      const given = `self.KIPPU_FILES=${JSON.stringify([...built, ...copied])};self.KIPPU_TEXTS=${JSON.stringify(texts)};self.KIPPU_PUSH=${JSON.stringify(PUSH_NOTE)};`;
      worker.code = `${given}\n${worker.code}`;
    },
  };
}
