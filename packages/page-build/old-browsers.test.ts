// The polyfills of the page, run in a separate context from which the native methods are removed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';

const SCRIPT = readFileSync(join(import.meta.dirname, 'old-browsers.inline.js'), 'utf8');

interface World {
  readonly any: (signals: readonly AbortSignal[]) => AbortSignal;
  readonly sorted: (
    list: readonly unknown[],
    compare?: (a: number, b: number) => number,
  ) => readonly unknown[];
  readonly reversed: (list: readonly unknown[]) => readonly unknown[];
  readonly loopedOver: (list: readonly unknown[]) => readonly string[];
}

/** Returns a context without the newer methods, after the script has run in it. */
function oldBrowser(): World {
  class OldSignal extends EventTarget {}
  const context = createContext({ AbortController, AbortSignal: OldSignal });
  runInContext('for (const name of ["toSorted", "toReversed"]) delete Array.prototype[name];', context);
  runInContext(SCRIPT, context);
  return runInContext(
    `({
      any: AbortSignal.any,
      sorted: (list, compare) => Array.from(list).toSorted(compare),
      reversed: (list) => Array.from(list).toReversed(),
      loopedOver: (list) => { const keys = []; for (const key in Array.from(list)) keys.push(key); return keys; },
    })`,
    context,
  ) as World;
}

test('a combined signal aborts with the first of its signals, for the same reason', () => {
  const { any } = oldBrowser();
  const [one, two] = [new AbortController(), new AbortController()];
  const both = any([one.signal, two.signal]);
  expect(both.aborted).toBe(false);
  two.abort('the second');
  one.abort('the first');
  expect(both.reason).toBe('the second');
});

test('a signal combined from an aborted one is aborted', () => {
  const { any } = oldBrowser();
  const over = any([new AbortController().signal, AbortSignal.abort('before')]);
  expect([over.aborted, over.reason]).toEqual([true, 'before']);
});

test('a browser that has the methods keeps its own', () => {
  const own = () => undefined;
  const context = createContext({ AbortController, AbortSignal: { any: own } });
  runInContext('Array.prototype.toSorted = "own";', context);
  runInContext(SCRIPT, context);
  expect(runInContext('AbortSignal.any', context)).toBe(own);
  expect(runInContext('[].toSorted', context)).toBe('own');
});

test('arrays are sorted and reversed without being changed', () => {
  const { sorted, reversed, loopedOver } = oldBrowser();
  const list = Object.freeze([10, 9, 1]);
  expect([...sorted(list)]).toEqual([1, 10, 9]);
  expect([...sorted(list, (a, b) => b - a)]).toEqual([10, 9, 1]);
  expect([...reversed(list)]).toEqual([1, 9, 10]);
  expect([...loopedOver(['a'])]).toEqual(['0']);
});
