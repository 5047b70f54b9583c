// The names of the railway that tests and journeys serve, as our operator's folder has them.
import { setRailway } from '../src/railway.ts';

export const RAILWAY_NAMES = {
  appName: 'Kippu',
  zoneName: { ja: '日本時間', en: 'Japan time', ko: '일본 시간', 'zh-CN': '日本时间', 'zh-TW': '日本時間' },
  trainName: { 'zh-CN': '{name} {no}号', 'zh-TW': '{name} {no}號' },
  fallback: 'en',
} as const;

setRailway(RAILWAY_NAMES);
