// Reads one JSON file of the operator's folder; a fault names its place and how to correct it.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TSchema, Static } from 'typebox';
import { Value } from 'typebox/value';

/** A fault in the operator's data; the message is one line: 'file:line: what is wrong; what to do'. */
export class OperatorDataError extends Error {
  readonly file: string;
  readonly line: number;
  /** What is wrong, and what to do. */
  readonly problem: string;
  constructor(file: string, line: number, problem: string) {
    super(`${file}:${line}: ${problem}`);
    this.name = 'OperatorDataError';
    this.file = file;
    this.line = line;
    this.problem = problem;
  }
}

/** Texts by their path in the operator's folder. */
export type FolderTexts = Readonly<Record<string, string>>;
/** The operator's files: a folder's path, or texts. */
export type OperatorFiles = string | FolderTexts;

function readText(files: OperatorFiles, file: string): string {
  if (typeof files !== 'string') {
    const text = Object.hasOwn(files, file) ? files[file] : undefined;
    if (text === undefined)
      throw new OperatorDataError(file, 1, 'the file is missing; add it to the operator’s folder');
    return withoutMark(text);
  }
  const path = join(files, file);
  if (!existsSync(path)) throw new OperatorDataError(file, 1, `the file is missing; add it to ${files}`);
  return withoutMark(readFileSync(path, 'utf8'));
}

/** Removes a byte order mark. */
const withoutMark = (text: string) => text.replace(/^\uFEFF/, '');

/** Lists the JSON files of a subfolder, such as 'formations/haruka-9.json', by name; none where there is no such folder. */
export function listJson(files: OperatorFiles, folder: string): string[] {
  if (typeof files !== 'string')
    return Object.keys(files)
      .filter((file) => file.startsWith(`${folder}/`) && file.endsWith('.json'))
      .toSorted();
  const path = join(files, folder);
  const names = existsSync(path) ? readdirSync(path).toSorted() : [];
  return names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
}

const lineAt = (text: string, position: number) => text.slice(0, position).split('\n').length;

/** A JSON file that fits its schema. */
interface JsonFile<T> {
  readonly value: T;
  /** Throws a fault at the first line that contains `needle` in quotes, else at line 1. */
  fail(needle: string, problem: string): never;
}

/** Reads a JSON file and checks it against a schema. Throws OperatorDataError at the first fault. */
export function readJson<T extends TSchema>(
  files: OperatorFiles,
  file: string,
  schema: T,
): JsonFile<Static<T>> {
  const text = readText(files, file);
  const fail = (needle: string, problem: string): never => {
    const at = text.indexOf(JSON.stringify(needle));
    throw new OperatorDataError(file, at < 0 ? 1 : lineAt(text, at), problem);
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = /at position (\d+)/.exec(message)?.[1];
    const line = lineAt(text, position === undefined ? text.length : Number(position));
    throw new OperatorDataError(file, line, `not valid JSON (${message}); correct the line`);
  }
  const first = Value.Errors(schema, value)[0];
  if (first) {
    const steps = first.instancePath.split('/').slice(1);
    fail(nearestId(value, steps), `${first.instancePath || 'the file'} ${first.message}; correct the field`);
  }
  return { value: value as Static<T>, fail };
}

/** Returns the innermost id on the path to a fault, else the innermost key of an object, to find its line. */
function nearestId(value: unknown, steps: readonly string[]): string {
  let here = value;
  let key = '';
  let id = '';
  for (const step of steps) {
    if (typeof here !== 'object' || here === null) break;
    const inArray = Array.isArray(here);
    here = (here as Record<string, unknown>)[step];
    if (typeof here !== 'object' || here === null) break;
    if (!inArray) key = step;
    const found = Object.entries(here).find(([k, v]) => /(^id|Id)$/.test(k) && typeof v === 'string');
    if (found) id = String(found[1]);
  }
  return id || key;
}
