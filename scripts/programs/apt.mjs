// Installs system packages that a test needs, as root or by sudo without a password.
import { spawnSync } from 'node:child_process';

/** Tries to install packages. The caller checks whether it worked. */
export function aptInstall(...packages) {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const args of [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', ...packages],
  ]) {
    const [cmd, ...rest] = [...sudo, ...args];
    spawnSync(cmd, rest, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  }
}
