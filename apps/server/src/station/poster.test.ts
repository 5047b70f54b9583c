// Posters: the server accepts the printed code and nothing else.
import jsQR from 'jsqr';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Station } from '@kippu/contract/calls/traveller/station';
import { openTestDeps, type TestDeps } from '../../test/app-context.ts';
import { posterSvg } from './poster-svg.ts';
import { signPoster, stationOfPoster } from './poster.ts';

let keys: TestDeps['issuerKeys'];
let stations: readonly Station[];
let now: number;

beforeAll(async () => {
  const deps = await openTestDeps();
  keys = deps.issuerKeys;
  now = deps.clock();
  stations = [...deps.operator.stations.values()];
  await deps.close();
});

/** Draws the code of a poster as a camera sees it, eight pixels a module. */
function readCode(svg: string): string | undefined {
  const path = /<path[^>]* d="([^"]+)"/.exec(svg)?.[1] ?? '';
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)].map((run) => run.slice(1).map(Number));
  const size = Math.max(...runs.map(([x = 0, , width = 0]) => x + width)) + 4;
  const side = size * 8;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [x = 0, y = 0, width = 0] of runs)
    for (let row = y * 8; row < y * 8 + 8; row += 1)
      for (let column = x * 8; column < (x + width) * 8; column += 1)
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
  return jsQR(pixels, side, side)?.data;
}

describe('a poster', () => {
  test('prints the station that its code names, for the longest and the shortest id', () => {
    const sorted = stations.toSorted((a, b) => a.stationId.length - b.stationId.length);
    for (const station of [sorted[0], sorted.at(-1)]) {
      if (!station) throw new Error('no station');
      const text = signPoster(keys, station.stationId);
      const svg = posterSvg(station, text, 'Tom & "Jerry" <Rail>', '2027-05-06');
      expect(readCode(svg)).toBe(text);
      expect(stationOfPoster(keys, readCode(svg) ?? '', now)).toBe(station.stationId);
      expect(svg).toContain('Tom &amp; &quot;Jerry&quot; &lt;Rail&gt;');
      for (const name of [station.stationNameJp, station.stationNameKr]) expect(svg).toContain(name);
      expect(svg).toContain('2027-05-06');
    }
  });

  test('is signed for its purpose: another signature of the same key is refused', () => {
    const [prefix, key] = [signPoster(keys, 'kyoto').split('kyoto')[0], keys.kid];
    const withSignature = (bytes: Uint8Array) =>
      `${prefix}kyoto.${key}.${Buffer.from(keys.sign(bytes)).toString('base64url')}`;
    const text = new TextEncoder();
    expect(stationOfPoster(keys, withSignature(text.encode('kippu station poster 1\0kyoto')), now)).toBe(
      'kyoto',
    );
    for (const other of ['kyoto', 'Signature1kyoto', '\0kyoto', 'kippu station poster 1'])
      expect(stationOfPoster(keys, withSignature(text.encode(other)), now), other).toBeNull();
  });

  test('is valid from the first to the last second of its key', () => {
    const [key] = keys.publicKeys;
    const text = signPoster(keys, 'kyoto');
    const at = (seconds = 0) => stationOfPoster(keys, text, seconds * 1000);
    expect(at(key?.notBefore)).toBe('kyoto');
    expect(at((key?.notBefore ?? 0) - 1)).toBeNull();
    expect(at(key?.notAfter)).toBe('kyoto');
    expect(at((key?.notAfter ?? 0) + 1)).toBeNull();
  });

  test('with any letter changed, or any other text, is refused', () => {
    const text = signPoster(keys, 'kyoto');
    fc.assert(
      fc.property(fc.nat(text.length - 2), fc.constantFrom(...'.Az09-_ KS'), (at, letter) => {
        fc.pre(text[at] !== letter);
        expect(stationOfPoster(keys, text.slice(0, at) + letter + text.slice(at + 1), now)).toBeNull();
      }),
    );
    fc.assert(
      fc.property(fc.string(), (other) => {
        expect(stationOfPoster(keys, other, now)).toBeNull();
      }),
    );
  });
});
