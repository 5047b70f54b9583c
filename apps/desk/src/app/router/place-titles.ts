// The titles of the desk's places, for the side bar and back links.
import type { PlaceName } from './router.ts';
import { places as en } from '@kippu/words/en/desk/places';
import { inBoth } from '@kippu/words/in-both';
import { places as ja } from '@kippu/words/ja/desk/places';
import type { Text } from '../text/texts.ts';

const words = inBoth(ja, en);

export const PLACE_TITLES: Readonly<Record<PlaceName, Text>> = words;
