// Addresses of the desk: what is written can be read back, and a typed address causes no error.
import { expect, test } from 'vitest';
import { hrefOf, placeOf } from './router.ts';

test('an address gives its place back', () => {
  const href = hrefOf('tickets', ['No. 47/11?', '京都'], {
    state: 'open',
    empty: '',
    none: undefined,
    q: 'a&b=c?',
  });
  expect(placeOf(href)).toEqual({
    name: 'tickets',
    rest: ['No. 47/11?', '京都'],
    query: { state: 'open', q: 'a&b=c?' },
  });
});

test.each([
  ['', '', [], {}],
  ['#', '', [], {}],
  ['#/', '', [], {}],
  ['#tickets', 'tickets', [], {}],
  ['#/tickets//4711/', 'tickets', ['4711'], {}],
  ['#/tickets/%E0%A4%A', 'tickets', ['%E0%A4%A'], {}],
  ['#/a?b', 'a', [], { b: '' }],
])('%j is read', (hash, name, rest, query) => {
  expect(placeOf(hash)).toEqual({ name, rest, query });
});
