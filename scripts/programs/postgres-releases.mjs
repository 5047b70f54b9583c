// PostgreSQL of each supported release, from npm's packages of its programs, for tests.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Names each release and its package; the lockfile beside it has their checksums. */
const HERE = path.join(import.meta.dirname, '..', 'postgres');

/** Makes the links between a package's libraries, which npm's format cannot hold. @param {string} folder that of the package */
function makeLinks(folder) {
  const file = path.join(folder, 'native', 'pg-symlinks.json');
  /** @type {readonly { source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(file, 'utf8'));
  for (const { source, target } of links)
    symlinkSync(path.basename(source), path.join(folder, path.dirname(source), path.basename(target)));
}

/**
 * Installs the programs of all supported releases into a temporary folder, which any user may read since PostgreSQL does not
 * run as root. No script of a package runs.
 * @returns {{ releases: readonly { major: string, bin: string }[], remove: () => void }} the folder of each release's programs
 * @throws if npm cannot install them: they exist for Linux on x64 only
 */
export function installPostgresReleases() {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-postgres-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(path.join(HERE, file), path.join(folder, file));
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    execFileSync('chmod', ['-R', 'a+rX', folder]);
    /** @type {{ devDependencies: Readonly<Record<string, string>> }} */
    const { devDependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const releases = Object.keys(devDependencies).map((name) => {
      const own = path.join(folder, 'node_modules', name);
      makeLinks(own);
      return { major: name.replace('postgres-', ''), bin: path.join(own, 'native', 'bin') };
    });
    return { releases, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
