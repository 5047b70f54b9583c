// The railway's names in texts: the app's name at the beginning of a file's name, and what a train is called.
import { afterEach, expect, test } from 'vitest';
import { RAILWAY_NAMES } from '../test/demo-railway.ts';
import { appFileName, setRailway, trainIn } from './railway.ts';

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

test('a train is called as the railway says, else as the language usually does', () => {
  setRailway({ ...RAILWAY_NAMES, trainName: { 'zh-CN': '{no}号（{name}）' } });
  expect(trainIn('zh-CN', 'IC', '8', '{name} {no}次')).toBe('8号（IC）');
  expect(trainIn('zh-TW', 'IC', '8', '{name} {no}次')).toBe('IC 8次');
  setRailway({ ...RAILWAY_NAMES, trainName: undefined });
  expect(trainIn('zh-CN', '{no}', '8', '{name} {no}次')).toBe('{no} 8次');
});
