// For tests only: a railway that lacks something.
import { pageSettings } from '@kippu/client/page-settings';
import type { RailwayHas } from '@kippu/contract/page-settings';
import { setRules } from '@kippu/domain/rules';

const WHOLE: RailwayHas = { hasSeats: true, hasGates: true };

/** Sets what the railway of the page has; by default, everything. Set it back after the test. */
export function setRailwayHas(has: Partial<RailwayHas> = {}): void {
  Object.assign(pageSettings(), WHOLE, has);
  setRules(pageSettings());
}
