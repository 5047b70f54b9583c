// A train's name in a language, with the railway's own form and without.
import { afterEach, expect, test } from 'vitest';
import { RAILWAY_NAMES } from '../../test/demo-railway.ts';
import { setRailway } from '../railway.ts';
import { trainIn } from './train-name.ts';

afterEach(() => setRailway(RAILWAY_NAMES));

test('a train is called as the railway says, else as the language usually does', () => {
  setRailway({ ...RAILWAY_NAMES, trainName: { 'zh-CN': '{no}号（{name}）' } });
  expect(trainIn('zh-CN', 'IC', '8', '{name} {no}次')).toBe('8号（IC）');
  expect(trainIn('zh-TW', 'IC', '8', '{name} {no}次')).toBe('IC 8次');
  setRailway({ ...RAILWAY_NAMES, trainName: undefined });
  expect(trainIn('zh-CN', '{no}', '8', '{name} {no}次')).toBe('{no} 8次');
});

test('an extra train without a number is called by its name', () => {
  expect(trainIn('ja', 'はるか', '', '{name}{no}号')).toBe('はるか');
});
