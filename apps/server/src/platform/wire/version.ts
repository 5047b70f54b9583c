// The version of this release, for probes, metrics and traces. package.json is its only source.
import { readFileSync } from 'node:fs';

const file = new URL('../../../../../package.json', import.meta.url);

export const { version: VERSION } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string };
