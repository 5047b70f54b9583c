// The app's name at the beginning of a file's name.
import { afterEach, expect, test } from 'vitest';
import { RAILWAY_NAMES } from '../test/demo-railway.ts';
import { appFileName, setRailway } from './railway.ts';

afterEach(() => setRailway(RAILWAY_NAMES));

test.each([
  ['Kippu', 'kippu'],
  ['Ça va! Rail & Bus/AG', 'ça-va-rail-bus-ag'],
  ['鉄道', '鉄道'],
  ['***', 'tickets'],
])('the files of %s begin with %s', (appName, begin) => {
  setRailway({ ...RAILWAY_NAMES, appName });
  expect(appFileName()).toBe(begin);
});
