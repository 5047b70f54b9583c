// Sets the zone of all tests: that of the railway in `operator/`. A test of another zone sets it and sets this one again.
import { setZone } from '../src/time/zone.ts';

setZone('Asia/Tokyo');
