// Finds the texts that the source of a page for staff shows: the arguments of each `text(…)`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const COMMENT = /^\s*(\/\/.*|\/?\*.*)$/gm;
/** A string of a source. */
export const STRING = /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"/g;

/** Returns the source files of a folder by name, without tests and comments. */
export const sourcesIn = (folder: string): (readonly [file: string, source: string])[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8').replaceAll(COMMENT, '')] as const);

/** Returns the arguments of each `text(…)` in a source, and the rest of the source. */
export function textsOf(source: string): { readonly calls: readonly string[]; readonly rest: string } {
  const calls: string[] = [];
  let rest = '';
  let at = 0;
  for (const found of source.matchAll(/\btext\(/g)) {
    if (found.index < at) continue;
    let depth = 1;
    let end = found.index + found[0].length;
    while (depth > 0 && end < source.length) {
      if (source[end] === '(') depth += 1;
      if (source[end] === ')') depth -= 1;
      end += 1;
    }
    calls.push(source.slice(found.index + found[0].length, end - 1));
    rest += source.slice(at, found.index);
    at = end;
  }
  return { calls, rest: rest + source.slice(at) };
}

/** Returns the text of a string's source. */
export const valueOf = (source: string): string =>
  source.slice(1, -1).replaceAll('\\n', '\n').replaceAll(/\\(.)/g, '$1');
