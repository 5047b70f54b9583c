// Finds the calls that a screen of the app makes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '@kippu/contract/call';
import { callsOf } from '../../../packages/page-test/calls-of-component.ts';

const SOURCE = join(import.meta.dirname, '../src');
const PAGE = {
  source: SOURCE,
  senders: new Set(['send', 'useRead', 'useWrite', 'useSecretWrite']),
  machinery: /^(app|i18n|ui)\//,
};

interface ScreenFile {
  /** The path below `src`. */
  readonly file: string;
  readonly component: string;
}

/** Returns the calls of a screen. The first screen's include the bell's. */
export async function callsOfScreen(name: string, { file, component }: ScreenFile): Promise<readonly Call[]> {
  const bell = name === 'tickets' ? await callsOf(PAGE, 'notice/notice-bell.tsx', 'NoticeBell') : [];
  return [...(await callsOf(PAGE, file, component)), ...bell];
}

/** Returns every screen that makes calls, by the name of its route. */
export function screenFiles(): ReadonlyMap<string, ScreenFile> {
  const late = readFileSync(join(SOURCE, 'app/boot/lazy-screens.ts'), 'utf8');
  const found = [
    ...late.matchAll(
      /^ {2}(\w+): async \(\) =>\s+(?:needing\(\s*\[[^\]]*\],\s*)?\(await import\('\.\.\/\.\.\/([^']+)'\)\)\.(\w+)[,)]/gm,
    ),
  ];
  return new Map([
    ['tickets', { file: 'ticket/list/ticket-list-screen.tsx', component: 'TicketListScreen' }],
    ['code', { file: 'ticket/show-code/code-screen.tsx', component: 'CodeScreen' }],
    ...found.map(([, name = '', file = '', component = '']) => [name, { file, component }] as const),
  ]);
}
