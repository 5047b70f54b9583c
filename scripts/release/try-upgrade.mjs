// Does the last release work beside this one? Both run on one database, and travellers' calls go to both in turn, also with
// the last release's app. Then the last release starts again on the migrated database.
//   node scripts/release/try-upgrade.mjs
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runChild } from '../programs/child.mjs';
import { withPostgres } from '../programs/postgres.mjs';
import { appOf } from './old-app.mjs';
import { endingAll, startProduction, startRelay } from './production.mjs';
import { caller, journey } from './traveller.mjs';

const ROOT = path.join(import.meta.dirname, '../..');

/** The newest release in CHANGELOG.md that names its commit. */
function lastRelease() {
  const changes = readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8');
  const [, release, commit] = /^## (\d\S*) .*`([0-9a-f]{7,})`/m.exec(changes) ?? [];
  if (!release || !commit) throw new Error('CHANGELOG.md names no commit of a release');
  return { release, commit };
}

/** The migrations of a folder, as its program knows them. */
const migrationsOf = async (folder) =>
  /** @type {{ MIGRATIONS: readonly { name: string, needs?: string }[] }} */ (
    await import(path.join(folder, 'apps/server/src/platform/db/migrate.ts'))
  ).MIGRATIONS;

const { release, commit } = lastRelease();
const work = mkdtempSync(path.join(tmpdir(), 'kippu-upgrade-'));
const older = path.join(work, 'older');
const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: ROOT, stdio: 'inherit' });

/** How long a line of the log may take to arrive here. */
const LOG_MS = 5_000;

/**
 * Releases up to 0.5.0 answer 500 once for each statement that they had prepared before the upgrade, as docs/operating.md says. Distinguishes such
 * failures by the server's log; any other failure counts.
 * @param {Awaited<ReturnType<typeof startProduction>>} server
 */
function stalePlansOf(server) {
  let known = 0;
  const logged = () => server.printed().split('cached plan must not change result type').length - 1;
  return {
    known: () => known,
    /** @param {string} origin */
    isPassing: async (origin) => {
      const until = Date.now() + LOG_MS;
      while (origin === server.origin && logged() <= known && Date.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 20));
      const isNew = origin === server.origin && logged() > known;
      known = logged();
      return isNew;
    },
  };
}

/**
 * Upgrades the database of a running process of the last release by a process of this one, while travellers' calls go to both.
 * @param {string} databaseUrl
 * @param {Awaited<ReturnType<typeof appOf>>} app the last release's
 */
async function upgrade(databaseUrl, app) {
  const relay = await startRelay();
  // The upgrade takes over the keys of the older release, which may be in its folder.
  const common = { databaseUrl, smtpUrl: relay.url, dataDir: path.join(work, 'data') };
  const before = await startProduction({ ...common, folder: older });
  await journey(caller([before.origin], { app }), relay);
  const newer = await startProduction({ ...common, folder: ROOT });
  const both = [before.origin, newer.origin];
  const stale = stalePlansOf(before);
  for (const origins of [both, both.toReversed()]) {
    await journey(caller(origins, { app, ...stale }), relay);
    await journey(caller(origins, stale), relay);
  }
  await journey(caller([newer.origin], { app }), relay);
  console.log(
    `${release} and this release served five journeys together; ${stale.known()} calls met a statement prepared before the upgrade`,
  );
  await before.stop();

  const known = new Set((await migrationsOf(older)).map(({ name }) => name));
  const excluding = (await migrationsOf(ROOT)).find(
    ({ name, needs }) => !known.has(name) && needs !== undefined && !known.has(needs),
  );
  const again = startProduction({ ...common, folder: older });
  if (excluding) {
    const refusal = await again.then(
      () => 'it started',
      (error) => String(error.message),
    );
    if (!refusal.includes(excluding.name))
      throw new Error(`${release} is excluded by ${excluding.name}, but: ${refusal}`);
    console.log(`${release} refuses the newer database, as declared`);
  } else {
    const back = await again;
    await journey(caller([back.origin, newer.origin], { app }), relay);
    console.log(`${release} starts again on the newer database`);
    await back.stop();
  }
  await newer.stop();
}

git('worktree', 'add', '--detach', '--quiet', older, commit);
try {
  if ((await runChild('npm', ['ci', '--no-audit', '--no-fund'], { cwd: older })) !== 0)
    throw new Error(`the packages of ${release} could not be installed`);
  const app = await appOf(older);
  const ran = await withPostgres((databaseUrl) => endingAll(() => upgrade(databaseUrl, app)), {
    durable: false,
  });
  if (!ran) throw new Error(`${release} and this release do not work together`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
  git('worktree', 'prune');
}
