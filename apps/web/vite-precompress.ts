// Compresses the built files at build time, so that the server only selects an encoding that the browser accepts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|html|svg|json|webmanifest|wasm)$/;
const SMALLEST_BYTES = 1000;

/** Writes a `.br` and a `.gz` beside each text file of at least SMALLEST_BYTES. */
export function precompress(): Plugin {
  return {
    name: 'kippu-precompress',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir = 'dist' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!TEXT.test(name)) continue;
        const file = join(dir, name);
        const content = readFileSync(file);
        if (content.length < SMALLEST_BYTES) continue;
        writeFileSync(`${file}.br`, brotliCompressSync(content));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
