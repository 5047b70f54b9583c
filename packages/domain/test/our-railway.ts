// Sets the zone and the languages of all tests: those of the railway in `operator/`. A test of others sets them and sets these again.
import { setLanguages } from '@kippu/contract/languages';
import { setZone } from '../src/time/zone.ts';

setZone('Asia/Tokyo');
setLanguages({ languages: ['ja', 'en', 'ko', 'zh-CN', 'zh-TW'], fallback: 'en' });
