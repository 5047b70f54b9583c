// Each text of the gate has a label in every language for staff that has no words beside the screens.
import { join } from 'node:path';
import { sourcesIn, STRING, textsOf, valueOf } from '../../../packages/page-test/texts-of-source.ts';
import { GATE_LABELS } from '@kippu/words/generated/gate';
import { expect, test } from 'vitest';

const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/;
/** The English texts. The first string of a call is Japanese, the others are where they have no Japanese letter. */
const english = sourcesIn(join(import.meta.dirname, '../src')).flatMap(([, source]) =>
  textsOf(source).calls.flatMap((call) =>
    (call.match(STRING) ?? [])
      .slice(1)
      .map(valueOf)
      .filter((text) => text !== '' && !JAPANESE.test(text)),
  ),
);

test.each(Object.entries(GATE_LABELS))(
  'each text has a label in %s, and each label is shown',
  (_language, labels) => {
    expect(english.length).toBeGreaterThan(50);
    expect(english.filter((text) => !Object.hasOwn(labels, text))).toEqual([]);
    expect(Object.keys(labels).filter((text) => !english.includes(text))).toEqual([]);
  },
);
