// Finds the calls that a component of a page makes, by reading its source and everything that it uses.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import type { Call } from '@kippu/contract/call';
import type { Route } from '@kippu/contract/route';
import { parseAst } from 'vite';

/** The source of a page, and its functions that send calls. */
interface Page {
  /** The folder of its source. */
  readonly source: string;
  /** The functions that send the call given as their first argument. */
  readonly senders: ReadonlySet<string>;
  /** Files below the source that implement sending and make no call of their own for a screen. */
  readonly machinery: RegExp;
}
interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

interface Module {
  readonly declarations: ReadonlyMap<string, Node>;
  /** Local name to its origin. */
  readonly imports: ReadonlyMap<string, { readonly from: string; readonly name: string }>;
}
const modules = new Map<string, Module>();

const nameOf = (node: unknown): string => (isNode(node) ? String(node['name']) : '');
const listOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

function moduleOf(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const declarations = new Map<string, Node>();
  const imports = new Map<string, { from: string; name: string }>();
  const { body } = parseAst(
    readFileSync(file, 'utf8'),
    { lang: file.endsWith('x') ? 'tsx' : 'ts' },
    file,
  ) as unknown as { body: Node[] };
  for (const top of body) {
    if (top.type === 'ImportDeclaration') {
      const from = String((top['source'] as Node)['value']);
      for (const each of listOf(top['specifiers']))
        imports.set(nameOf(each['local']), { from, name: nameOf(each['imported'] ?? each['local']) });
    }
    const declaration = isNode(top['declaration']) ? top['declaration'] : top;
    if (declaration.type === 'VariableDeclaration')
      for (const each of listOf(declaration['declarations'])) declarations.set(nameOf(each['id']), each);
    else if (isNode(declaration['id'])) declarations.set(nameOf(declaration['id']), declaration);
  }
  const made = { declarations, imports };
  modules.set(file, made);
  return made;
}

function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* nodesIn(child);
}

const CLIENT = '@kippu/client/';
/** Returns the file that an import names, in the page or in the shared client code; null for any other. */
function fileOf(importer: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(importer), specifier);
  if (!specifier.startsWith(CLIENT)) return null;
  return join(import.meta.dirname, '../client/src', `${specifier.slice(CLIENT.length)}.ts`);
}

/** Returns every call made by an export of a file below the page's source. */
export async function callsOf(
  { source: root, senders, machinery }: Page,
  file: string,
  exported: string,
): Promise<ReadonlySet<Call>> {
  const found = new Set<Call>();
  const seen = new Set<string>();
  async function follow(path: string, name: string): Promise<void> {
    const place = `${path} ${name}`;
    if (seen.has(place)) return;
    seen.add(place);
    const { declarations, imports } = moduleOf(path);
    const declaration = declarations.get(name);
    if (!declaration) return;
    for (const node of nodesIn(declaration)) {
      if (node.type === 'CallExpression' && senders.has(nameOf(node['callee']))) {
        const [argument] = listOf(node['arguments']);
        const source = imports.get(nameOf(argument));
        if (source?.from.startsWith('@kippu/contract/')) {
          const contract = (await import(/* @vite-ignore */ source.from)) as Record<string, Route>;
          const call = ALL_CALLS.find(({ name: each }) => each === contract[source.name]?.name);
          if (call) found.add(call);
        }
      }
      if (node.type === 'ImportExpression' && isNode(node['source'])) {
        const target = fileOf(path, String(node['source']['value']));
        if (!target) continue;
        for (const each of moduleOf(target).declarations.keys()) await follow(target, each);
      }
      if (node.type !== 'Identifier' && node.type !== 'JSXIdentifier') continue;
      const used = nameOf(node);
      if (declarations.has(used)) await follow(path, used);
      const source = imports.get(used);
      if (!source?.from.startsWith('.')) continue;
      const target = join(dirname(path), source.from);
      if (existsSync(target) && /\.tsx?$/.test(target) && !machinery.test(relative(root, target)))
        await follow(target, source.name);
    }
  }
  await follow(join(root, file), exported);
  return found;
}
