// Sets the zone, the languages, the rules and the kinds of all tests: those of the railway in `operators/kansai/`. A test of others sets them and sets these again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageSettings } from '@kippu/contract/page-settings';
import { setLanguages } from '@kippu/contract/languages';
import { setRules } from '../src/rules.ts';
import { setZone } from '../src/time/zone.ts';

const FILE = join(import.meta.dirname, '../../../operators/kansai/operator.json');
const { rules, kinds, classes, directions } = JSON.parse(readFileSync(FILE, 'utf8')) as PageSettings;

/** What the railway in `operators/kansai/` has of its own. */
export const OUR_RAILWAY = { rules, kinds, classes, directions };

setZone('Asia/Tokyo');
setLanguages({ languages: ['ja', 'en', 'ko', 'zh-CN', 'zh-TW'], fallback: 'en' });
setRules(OUR_RAILWAY);
