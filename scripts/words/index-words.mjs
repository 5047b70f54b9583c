// Writes packages/words/src/generated/ from the folders of packages/words/src/: one import for each language, so that a
// language is added by its folder alone. A language is a folder with a file pages.ts; its tag (BCP 47) is the folder's
// name. `npm run words` runs this after a folder is added; a test names what differs.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const WORDS = path.join(import.meta.dirname, '../../packages/words/src');

/** @param {string} folder @returns {string} the tag in its usual case: 'zh-TW' of 'zh-tw' */
const tagOf = (folder) => Intl.getCanonicalLocales(folder)[0] ?? folder;
/** @param {string} tag @returns {string} the tag as a name in code: 'zhTW' */
const nameOf = (tag) => tag.replaceAll('-', '');
/** @param {string} tag @returns {string} the tag as a key of an object */
const keyOf = (tag) => (/-/.test(tag) ? `'${tag}'` : tag);

/**
 * Reads which words there are.
 * @param {string} root the folder with one folder for each language
 * @returns {{ tag: string, folder: string }[]} the languages by tag
 */
const languagesIn = (root) =>
  readdirSync(root)
    .filter((name) => name !== 'generated' && existsSync(path.join(root, name, 'pages.ts')))
    .map((name) => ({ tag: tagOf(name), folder: name }))
    .toSorted((a, b) => (a.tag < b.tag ? -1 : 1));

/**
 * Writes the source of each file of `generated/`.
 * @param {string} root as of `languagesIn`
 * @returns {Map<string, string>} the text by the file's name
 */
export function generatedFiles(root) {
  const all = languagesIn(root);
  const head =
    '// Written by scripts/words/index-words.mjs from the folders of the languages. `npm run words` writes it again.\n';
  /** @param {typeof all} languages @param {string} file @param {string} name @param {string} as */
  const imports = (languages, file, name, as) =>
    languages
      .map(({ tag, folder }) => `import { ${name} as ${nameOf(tag)}${as} } from '../${folder}/${file}';\n`)
      .join('');
  /** @param {typeof all} languages @param {string} as */
  const table = (languages, as) =>
    languages
      .map(({ tag }) =>
        keyOf(tag) === nameOf(tag) + as ? `  ${tag},\n` : `  ${keyOf(tag)}: ${nameOf(tag)}${as},\n`,
      )
      .join('');
  /** @param {string} file @param {string} name */
  const loaders = (file, name) =>
    all
      .map(
        ({ tag, folder }) => `  ${keyOf(tag)}: async () => (await import('../${folder}/${file}')).${name},\n`,
      )
      .join('');
  /** @param {string} page the words of a page for staff, and its labels @returns {string} */
  const staff = (page) => {
    const words = all.filter(({ folder }) => existsSync(path.join(root, folder, page, 'all.ts')));
    const labels = all.filter(({ folder }) => existsSync(path.join(root, folder, page, 'labels.ts')));
    const name = page.toUpperCase();
    return `${head}${imports(words, `${page}/all.ts`, page, '')}${imports(labels, `${page}/labels.ts`, 'labels', 'Labels')}
export const ${name} = {\n${table(words, '')}};\n\nexport const ${name}_LABELS = {\n${table(labels, 'Labels')}};\n`;
  };
  return new Map([
    [
      'pages.ts',
      `${head}${imports(all, 'pages.ts', 'page', '')}\nexport const PAGES = {\n${table(all, '')}};\n`,
    ],
    [
      'app.ts',
      `${head}\nexport const APP = {\n${loaders('app/all.ts', 'messages')}};\n\nexport const FIRST = {\n${loaders('app/first.ts', 'first')}};\n`,
    ],
    ['for-staff.ts', `${head}\nexport const FOR_STAFF = {\n${loaders('app/for-staff.ts', 'forStaff')}};\n`],
    [
      'server.ts',
      head +
        imports(all, 'app/ticket-list.ts', 'ticketList', 'Tickets') +
        imports(all, 'errors/server.ts', 'errorWords', 'Errors') +
        imports(all, 'mails/all.ts', 'mails', 'Mails') +
        imports(all, 'pictures.ts', 'pictures', 'Pictures') +
        imports(all, 'stop-words.ts', 'stopWords', 'StopWords') +
        `\nexport const ERRORS = {\n${table(all, 'Errors')}};\n\nexport const MAILS = {\n${table(all, 'Mails')}};\n` +
        `\nexport const PICTURES = {\n${table(all, 'Pictures')}};\n\nexport const TICKETS = {\n${table(all, 'Tickets')}};\n` +
        `\nexport const STOP_WORDS = {\n${table(all, 'StopWords')}};\n`,
    ],
    [
      'boards.ts',
      `${head}${imports(all, 'board.ts', 'board', '')}\nexport const BOARDS = {\n${table(all, '')}};\n`,
    ],
    ['desk.ts', staff('desk')],
    ['gate.ts', staff('gate')],
    [
      'notices.ts',
      `${head}${imports(all, 'app/notice.ts', 'notice', '')}\nexport const NOTICES = {\n${table(all, '')}};\n`,
    ],
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [file, text] of generatedFiles(WORDS)) {
    const at = path.join(WORDS, 'generated', file);
    if (existsSync(at) && readFileSync(at, 'utf8') === text) continue;
    writeFileSync(at, text);
    process.stdout.write(`${path.relative(process.cwd(), at)}\n`);
  }
