// Finds a Chromium for the browser journeys, and fetches Debian's with fonts for all five languages where none is.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { aptInstall } from './apt.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function find() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) return existsSync(wanted) ? wanted : undefined;
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin'];
  return folders
    .flatMap((folder) => NAMES.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));
}

/** Gives the path of a Chromium, installed if need be; undefined where none could be had. */
export function chromiumPath() {
  if (!find()) aptInstall('chromium', 'fonts-noto-cjk', 'fonts-roboto');
  return find();
}
