// Adds the offline worker to the build, with the list of files to cache and a version that changes with them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS_REVISION } from '@kippu/contract/page-settings';
import type { Plugin } from 'vite';

/** Returns the plugin for the gate's folder. The worker is `src/offline-worker.js`. */
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
      const head = `self.VERSION = '${hash.digest('hex').slice(0, 16)}-${SETTINGS_REVISION}';\nself.FILES = ${JSON.stringify(files.toSorted())};\n`;
      const source = head + readFileSync(join(root, 'src/offline-worker.js'), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'offline-worker.js', source });
    },
  };
}
