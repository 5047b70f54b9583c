// Sets the zone of the page's wall times. Import it before every other module.
import { pageSettings } from '@kippu/client/page-settings';
import { setZone } from '@kippu/domain/time/zone';

setZone(pageSettings().zone);
