// Sets what differs between railways, from the page's settings. The page's first import: other modules need it when they load.
import { pageSettings } from '@kippu/client/page-settings';
import { setLanguages } from '@kippu/contract/languages';
import { setZone } from '@kippu/domain/time/zone';
import { setRailway } from '@kippu/words/railway';

setZone(pageSettings().zone);
setLanguages(pageSettings());
setRailway(pageSettings());
