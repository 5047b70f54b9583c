// Keeps a second process out of the embedded database's folder.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const heldHere = new Set<string>();

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Takes the folder or throws one clear line; the returned function gives it back. */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'kippu.lock');
  const take = () => writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
  try {
    take();
  } catch {
    const pid = Number(readFileSync(file, 'utf8'));
    // A restarted container often gets the same pid again, so our own number counts only if we hold the lock.
    const taken = pid === process.pid ? heldHere.has(file) : pid > 0 && isAlive(pid);
    if (taken) throw new Error(`DATA_DIR: ${dataDir} is in use by process ${pid}`);
    rmSync(file, { force: true });
    take();
  }
  heldHere.add(file);
  return () => {
    heldHere.delete(file);
    rmSync(file, { force: true });
  };
}
