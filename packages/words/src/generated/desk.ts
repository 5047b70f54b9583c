// Written by scripts/words/index-words.mjs from the folders of the languages. `npm run words` writes it again.
import { desk as de } from '../de/desk/all.ts';
import { desk as en } from '../en/desk/all.ts';
import { desk as ja } from '../ja/desk/all.ts';
import { labels as deLabels } from '../de/desk/labels.ts';

export const DESK = {
  de,
  en,
  ja,
};

export const DESK_LABELS = {
  de: deLabels,
};
