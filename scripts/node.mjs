// Runs a command of the project under the right Node. If the machine's is older, the binary is fetched once from the
// npm registry into `.node/` and used instead.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runChild } from './programs/child.mjs';

const ROOT = path.join(import.meta.dirname, '..');
/** The oldest Node that runs TypeScript directly, with every API that the server uses. */
const OLDEST = 24;

/** Fetches the binary if it is missing. @returns {string} its path @throws if the platform has none, or the hash differs */
function fetchBinary() {
  /** @type {Record<string, { package: string, integrity: string }>} */
  const binaries = JSON.parse(readFileSync(path.join(ROOT, 'scripts/node-binaries.json'), 'utf8'));
  const wanted = binaries[`${process.platform}-${process.arch}`];
  if (!wanted) throw new Error(`Kippu needs Node ${OLDEST} or later; this is ${process.versions.node}.`);
  const home = path.join(ROOT, '.node', wanted.package);
  const binary = path.join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  mkdirSync(path.join(ROOT, '.node'), { recursive: true });
  const work = mkdtempSync(path.join(ROOT, '.node/fetch-'));
  try {
    const run = (cmd, args) => {
      const { status, stderr } = spawnSync(cmd, args, { cwd: work, encoding: 'utf8' });
      if (status !== 0)
        throw new Error(`${wanted.package} could not be fetched: ${cmd} ${args[0]}: ${stderr}`);
    };
    run('npm', ['pack', wanted.package, '--silent']);
    const [file = ''] = readdirSync(work);
    const hash = createHash('sha512')
      .update(readFileSync(path.join(work, file)))
      .digest('base64');
    if (`sha512-${hash}` !== wanted.integrity)
      throw new Error(
        `${wanted.package} from the registry is not the package that scripts/node-binaries.json names.`,
      );
    run('tar', ['-xzf', file]);
    // Another process may have been quicker; its copy is equal.
    if (!existsSync(home)) renameSync(path.join(work, 'package'), home);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return binary;
}

/**
 * Returns if Node is new enough. Under an older one it runs the same command with the fetched Node, also for npm's
 * child processes, and ends this process with its exit code.
 */
export async function needsNode() {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST) return;
  let binary;
  try {
    binary = fetchBinary();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  console.log(
    `Node ${process.versions.node} is older than ${OLDEST}: going on with ${path.relative(ROOT, binary)}.`,
  );
  const PATH = [path.dirname(binary), process.env.PATH].join(path.delimiter);
  // An npm that runs under the machine's Node in any case, as Debian's does, would warn of each package that needs the newer one.
  const env = { ...process.env, PATH, npm_config_loglevel: process.env.npm_config_loglevel ?? 'error' };
  const code = await runChild(binary, process.argv.slice(1), { env });
  process.exit(code);
}
