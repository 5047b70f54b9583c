// Reads the JSON files of the operator's folder; a fault names its place and how to correct it.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TSchema, Static } from 'typebox';
import { Value } from 'typebox/value';

/** A fault in the operator's files. */
export interface FileFault {
  readonly file: string;
  readonly line: number;
  /** What is wrong, and what to do. */
  readonly problem: string;
}

const faultText = ({ file, line, problem }: FileFault) => `${file}:${line}: ${problem}`;

/** The operator's files have faults; the message has one line for each: 'file:line: what is wrong; what to do'. */
export class OperatorDataError extends Error {
  readonly faults: readonly FileFault[];
  constructor(faults: readonly FileFault[]) {
    super(faults.map(faultText).join('\n'));
    this.name = 'OperatorDataError';
    this.faults = faults;
  }
}

/** Collects all faults of the operator's files, so that they are reported at once. */
export class FileFaults {
  readonly #found: FileFault[] = [];

  add(file: string, line: number, problem: string): void {
    // Of several faults of one line, the first explains the others.
    const isKnown = this.#found.some((fault) => fault.file === file && fault.line === line && line > 1);
    if (!isKnown) this.#found.push({ file, line, problem });
  }

  list(): readonly FileFault[] {
    return this.#found;
  }

  /** Throws OperatorDataError with all faults, if there are any. */
  throwIfAny(): void {
    if (this.#found.length > 0) throw new OperatorDataError(this.#found);
  }
}

/** Texts by their path in the operator's folder. */
export type FolderTexts = Readonly<Record<string, string>>;
/** The operator's files: a folder's path, or texts. */
export type OperatorFiles = string | FolderTexts;

/** Returns a file's text; undefined if there is none. */
function readText(files: OperatorFiles, file: string): string | undefined {
  if (typeof files !== 'string') {
    const text = Object.hasOwn(files, file) ? files[file] : undefined;
    return text === undefined ? undefined : withoutMark(text);
  }
  const path = join(files, file);
  return existsSync(path) ? withoutMark(readFileSync(path, 'utf8')) : undefined;
}

/** Removes a byte order mark. */
const withoutMark = (text: string) => text.replace(/^\uFEFF/, '');

/** Lists the JSON files of a subfolder, such as 'formations/nine-cars.json', by name; none where there is no such folder. */
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
export interface JsonFile<T> {
  readonly value: T;
  /** Adds a fault at the first line that contains `needle` in quotes, else at line 1. */
  report(needle: string, problem: string): void;
}

/** Reads a JSON file and checks it against a schema. Adds all its faults; returns undefined if there are any. */
export function readJson<T extends TSchema>(
  files: OperatorFiles,
  file: string,
  schema: T,
  faults: FileFaults,
): JsonFile<Static<T>> | undefined {
  const text = readText(files, file);
  if (text === undefined) {
    faults.add(file, 1, 'the file is missing; add it to the operator’s folder');
    return undefined;
  }
  const report = (needle: string, problem: string) => {
    const at = text.indexOf(JSON.stringify(needle));
    faults.add(file, at < 0 ? 1 : lineAt(text, at), problem);
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = /at position (\d+)/.exec(message)?.[1];
    const line = lineAt(text, position === undefined ? text.length : Number(position));
    faults.add(file, line, `not valid JSON (${message}); correct the line`);
    return undefined;
  }
  const wrong = Value.Errors(schema, value);
  for (const error of wrong) {
    // An unknown field has two errors: this one, and one of its object with the field's name.
    if (error.keyword === 'boolean') continue;
    const { instancePath, message } = error;
    const place = instancePath || 'the file';
    const id = nearestId(value, instancePath.split('/').slice(1));
    if (error.keyword !== 'additionalProperties') report(id, `${place} ${message}; correct the field`);
    else
      for (const field of error.params.additionalProperties)
        report(id || field, `${place} has the unknown field '${field}'; remove it, or correct its name`);
  }
  return wrong.length > 0 ? undefined : { value: value as Static<T>, report };
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
