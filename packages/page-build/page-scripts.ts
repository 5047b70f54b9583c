// Inlines into a page what must work before any file of its build has loaded: polyfills, the reload after a file
// failed to load, and what is shown until the first screen.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOAD_AGAIN_WORDS } from '@kippu/contract/page-settings';
import type { Plugin } from 'vite';

const SCRIPTS = ['old-browsers.inline.js', 'lost-files.inline.js'];
const COMMENT_LINES = /^ *\/[/*].*\n/gm;

/** The place of the first screen in index.html. */
const ROOT = '<div id="root"></div>';

/**
 * Fills the empty `#root` of index.html with an element of class `opening`, shown until the first screen, and a link
 * of class `load-again`, which gets the class `now` when reloading has not helped. The server fills in the link's text.
 */
export function pageScripts(): Plugin {
  let home = '/';
  return {
    name: 'kippu-page-scripts',
    configResolved({ base }) {
      home = base;
    },
    transformIndexHtml: {
      // Before the tags of the build: the polyfills must run first, and the reload script must see the tags fail.
      order: 'pre',
      handler: (html) => {
        if (!html.includes(ROOT)) throw new Error(`index.html has no ${ROOT}`);
        const until = `<div class="opening"></div><a class="load-again" href="${home}">${LOAD_AGAIN_WORDS}</a>`;
        return {
          html: html.replace(ROOT, `<div id="root">${until}</div>`),
          tags: SCRIPTS.map((name) => ({
            tag: 'script',
            injectTo: 'head',
            children: readFileSync(join(import.meta.dirname, name), 'utf8').replace(COMMENT_LINES, ''),
          })),
        };
      },
    },
  };
}
