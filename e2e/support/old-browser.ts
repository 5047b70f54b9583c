// The oldest supported browser, simulated: features that it lacks are removed before a page runs.
import type { BrowserContext } from '@playwright/test';
import { INTERFACES } from '../../scripts/browser-data.mjs';

/** Names of missing features. The holder of a member is a global object or its prototype. */
interface Missing {
  readonly globals: readonly string[];
  readonly statics: readonly (readonly [owner: string, member: string])[];
  readonly members: readonly (readonly [owner: string, member: string])[];
}

function missing(): Missing {
  const all = [...INTERFACES];
  const of = (kind: 'statics' | 'members') =>
    all.flatMap(([owner, known]) =>
      [...known[kind]].filter(([, lacks]) => lacks.length > 0).map(([name]) => [owner, name] as const),
    );
  return {
    globals: all.filter(([, { lacks }]) => lacks.length > 0).map(([name]) => name),
    statics: of('statics'),
    members: of('members'),
  };
}

/** Runs before the page's own scripts. */
function takeAway({ globals, statics, members }: Missing): void {
  const world = globalThis as unknown as Record<string, { readonly prototype?: object } | undefined>;
  for (const [owner, member] of statics) {
    const holder = world[owner];
    if (holder) Reflect.deleteProperty(holder, member);
  }
  for (const [owner, member] of members) {
    const holder = owner === 'Window' ? world : world[owner]?.prototype;
    if (holder) Reflect.deleteProperty(holder, member);
  }
  for (const name of globals) Reflect.deleteProperty(world, name);
}

/** Every page of the context opens as in the oldest supported browser. */
export async function openAsOldBrowser(context: BrowserContext): Promise<void> {
  await context.addInitScript(takeAway, missing());
}

/**
 * Features that a page must not have, to check the removal: a method, a static method, a global object and a property.
 */
export const isOld = (): boolean =>
  !('toSpliced' in Array.prototype) &&
  !('withResolvers' in Promise) &&
  !('requestIdleCallback' in globalThis) &&
  !('wakeLock' in navigator);
