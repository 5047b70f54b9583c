// Makes a release folder: the server, the built pages, the operator's data and the packages that run, without those
// that build or test. It may be moved, and runs by `node apps/server/src/main.ts`, without npm.
//   node scripts/release/make-release.mjs <new folder>
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { needsNode } from '../node.mjs';
import { buildPages, install } from '../prepare.mjs';
import { runChild } from '../programs/child.mjs';

const ROOT = path.join(import.meta.dirname, '../..');
const PAGES = ['web', 'gate', 'desk', 'board'];
const manifest = (/** @type {string} */ folder) =>
  JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8'));

/** The folders of the server and of the packages that it needs, directly or indirectly. @returns {string[]} */
function serverParts() {
  const folders = ['apps/server'];
  for (const folder of folders)
    for (const name of Object.keys(manifest(folder).dependencies ?? {})) {
      const part = name.replace(/^@kippu\//, 'packages/');
      if (part !== name && !folders.includes(part)) folders.push(part);
    }
  return folders;
}

/** Every workspace: npm wants all their manifests. @returns {string[]} */
const workspaces = () =>
  ['apps', 'packages'].flatMap((parent) =>
    readdirSync(path.join(ROOT, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${parent}/${name}`),
  );

/**
 * Copies what the server reads when it runs, except the packages from the registry. The pages must be built.
 * @param {string} folder
 */
function copyRelease(folder) {
  const copy = (/** @type {string} */ part) =>
    cpSync(path.join(ROOT, part), path.join(folder, part), {
      recursive: true,
      filter: (file) => !/\.test\.tsx?$|\/\.kippu-built$|\/compose\/secrets$/.test(file),
    });
  for (const file of ['package.json', 'package-lock.json', 'LICENSE', 'CHANGELOG.md', 'operators', 'deploy'])
    copy(file);
  for (const workspace of workspaces()) copy(`${workspace}/package.json`);
  for (const part of serverParts()) copy(`${part}/src`);
  for (const page of PAGES) copy(`apps/${page}/dist`);
}

/**
 * Makes a release. @param {string} folder a new or empty one
 * @throws if it holds something, or a step fails
 */
export async function makeRelease(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  await install();
  await buildPages();
  mkdirSync(folder, { recursive: true });
  copyRelease(folder);
  const args = ['ci', '--omit=dev', '--no-audit', '--no-fund'];
  if ((await runChild('npm', args, { cwd: folder })) !== 0)
    throw new Error('Installing the packages of the release failed; the lines above say why.');
}

if (import.meta.filename === process.argv[1]) {
  const [folder] = process.argv.slice(2).map((each) => path.resolve(each));
  process.chdir(ROOT);
  await needsNode();
  try {
    if (folder === undefined) throw new Error('give the new folder of the release');
    await makeRelease(folder);
    console.log(`The release is in ${folder}.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
