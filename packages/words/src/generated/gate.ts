// Written by scripts/words/index-words.mjs from the folders of the languages. `npm run words` writes it again.
import { gate as de } from '../de/gate/all.ts';
import { gate as en } from '../en/gate/all.ts';
import { gate as ja } from '../ja/gate/all.ts';
import { labels as deLabels } from '../de/gate/labels.ts';

export const GATE = {
  de,
  en,
  ja,
};

export const GATE_LABELS = {
  de: deLabels,
};
