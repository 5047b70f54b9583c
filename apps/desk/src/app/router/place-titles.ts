// The titles of the desk's places, for the side bar and back links.
import type { PlaceName } from './router.ts';
import { DESK_WORDS } from '../text/words.ts';
import type { Text } from '../text/texts.ts';

const words = DESK_WORDS.places;

export const PLACE_TITLES: Readonly<Record<PlaceName, Text>> = words;
