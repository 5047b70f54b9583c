// Installs the system's own packages where a test needs them: as root, or by sudo without a password.
import { spawnSync } from 'node:child_process';

/** Takes package names; tries to install them. Whether it worked is for the caller to look. */
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
