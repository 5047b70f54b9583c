// Puts the offline worker beside the page, with the list of the files to keep and a version that changes with them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Takes the gate's folder; gives the plugin. `src/offline-worker.js` is the worker itself. */
export function offlineWorker(root: string): Plugin {
  return {
    name: 'kippu-gate-offline-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const hash = createHash('sha256');
      const files = Object.values(bundle).map((file) => {
        hash.update(file.fileName).update(file.type === 'chunk' ? file.code : file.source);
        return file.fileName === 'index.html' ? '/gate/' : `/gate/${file.fileName}`;
      });
      for (const name of readdirSync(join(root, 'public'))) {
        hash.update(name).update(readFileSync(join(root, 'public', name)));
        files.push(`/gate/${name}`);
      }
      if (!files.includes('/gate/')) throw new Error('the build made no index.html');
      const head = `const VERSION = '${hash.digest('hex').slice(0, 16)}';\nconst FILES = ${JSON.stringify(files.toSorted())};\n`;
      const source = head + readFileSync(join(root, 'src/offline-worker.js'), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'offline-worker.js', source });
    },
  };
}
