// The names of classes in the pages. A visitor's first screen waits for each byte of them.
import { createHash } from 'node:crypto';
import { relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const owners = new Map<string, string>();

/**
 * Returns the name of a class of a CSS module in a build: its own name and four characters of its file's.
 * @param name the class in the module
 * @param file the module's file; may end with a query
 * @throws Error if a class of another file has the same name
 */
export function className(name: string, file: string): string {
  // The same on every machine, so that a build elsewhere has the same files.
  const path = relative(ROOT, file.replace(/\?.*$/, ''));
  const short = `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`;
  const owner = owners.get(short) ?? path;
  if (owner !== path) throw new Error(`${short} is a class of ${owner} and of ${path}`);
  owners.set(short, path);
  return short;
}
