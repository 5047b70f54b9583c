// Finds the calls that a desk screen makes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '@kippu/contract/call';
import { callsOf } from '../../../packages/page-test/calls-of-component.ts';

const SOURCE = join(import.meta.dirname, '../src');
const PAGE = {
  source: SOURCE,
  senders: new Set(['send', 'useRead', 'useLook', 'usePages', 'useAct']),
  machinery: /^(app|ui)\//,
};

interface ScreenFile {
  /** The file below `src`. */
  readonly file: string;
  readonly component: string;
}

/** Every screen: those of the side bar by name, and those around them. */
export function screenFiles(): ReadonlyMap<string, ScreenFile> {
  const listed = readFileSync(join(SOURCE, 'app/shell/screens.tsx'), 'utf8');
  const found = [
    ...listed.matchAll(/^ {4}name: '(\w+)',[^}]*?import\('\.\.\/\.\.\/([^']+)'\)\)\.(\w+)\),$/gms),
  ];
  return new Map([
    ['signIn', { file: 'app/shell/sign-in-screen.tsx', component: 'SignInScreen' }],
    ['start', { file: 'app/shell/app.tsx', component: 'WhoIsIt' }],
    ['me', { file: 'app/shell/own-password.tsx', component: 'OwnPassword' }],
    ...found.map(([, name = '', file = '', component = '']) => [name, { file, component }] as const),
  ]);
}

/** Returns the calls of a screen. */
export const callsOfScreen = async ({ file, component }: ScreenFile): Promise<readonly Call[]> => [
  ...(await callsOf(PAGE, file, component)),
];
