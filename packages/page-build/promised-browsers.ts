// The supported browsers in the form that the build needs. They are listed only in .browserslistrc.
import { join } from 'node:path';
import browserslist from 'browserslist';

/** The build's names of the engines. Samsung Internet is Chromium, whose oldest version is listed too. */
const ENGINES: Readonly<Record<string, string>> = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  ios_saf: 'ios',
  safari: 'safari',
};

/** The oldest supported version of each engine, such as 'safari16.0', for Vite's `build.target`. */
export function buildTargets(): string[] {
  const listed = browserslist(undefined, { path: join(import.meta.dirname, '../..') });
  const oldest = new Map<string, string>();
  // Browserslist returns the newest version of each browser first.
  for (const entry of listed) {
    const [name = '', versions = ''] = entry.split(' ');
    const engine = ENGINES[name];
    if (engine) oldest.set(engine, versions.split('-')[0] ?? versions);
  }
  return [...oldest].map(([engine, version]) => engine + version);
}
