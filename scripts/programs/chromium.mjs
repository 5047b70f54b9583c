// Finds a Chromium for the browser journeys, and installs Debian's if there is none, with fonts for all five
// languages. The headless shell is the same browser without windows and notifications, and takes a part of the time.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { aptInstall } from './apt.mjs';

const SHELL = 'chromium-headless-shell';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const NAMES = [SHELL, ...WHOLE];

/** Returns the path of the first of these programs that exists. @param {readonly string[]} names */
function find(names = NAMES) {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) return existsSync(wanted) ? wanted : undefined;
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin'];
  return names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => existsSync(file));
}

/** Debian's package for each font family that the journeys measure text in. */
const FONTS = { 'Noto Sans CJK JP': 'fonts-noto-cjk', Roboto: 'fonts-roboto' };

/** @returns {string[]} the packages of the font families that this machine lacks */
function missingFonts() {
  const { stdout } = spawnSync('fc-list', [':', 'family'], { encoding: 'utf8' });
  const families = new Set((stdout ?? '').split(/[\n,]/).map((family) => family.trim()));
  return Object.keys(FONTS).flatMap((family) => (families.has(family) ? [] : [FONTS[family]]));
}

/** Installs Chromium and the fonts if missing. @returns {string | undefined} Chromium's path, if there is one */
export function chromiumPath() {
  // Not every system has a package of the shell.
  if (!find([SHELL])) aptInstall(SHELL);
  // Notifications are shown by the whole browser only, beside the shell.
  if (!find(WHOLE)) aptInstall('chromium');
  const fonts = missingFonts();
  if (fonts.length > 0) aptInstall(...fonts);
  return find();
}
