// Development only: every message of the app in its languages, and every control in every state.
import { ERROR_STATUS, type ErrorCode, type ErrorValues } from '@kippu/contract/errors';
import type { Language } from '@kippu/contract/languages';
import { CLIENT_MESSAGES } from '@kippu/words/client-messages';
import { fillWords, placesOf } from '@kippu/words/error-words';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { LANGUAGES, languageName } from '@kippu/words/languages';
import { loadMessages } from '@kippu/words/load-messages';
import type { Messages } from '@kippu/words/app-words';
import { Loaded } from '../../ui/states/load-state.tsx';
import { Group, Screen } from '../../ui/layout/screen.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { GalleryControls } from './gallery-controls.tsx';
import css from './gallery.module.css';

type AllWords = ReadonlyMap<Language, Messages>;
/** A sample value for each placeholder. */
const SAMPLES: Readonly<Record<string, string>> = { from: '10:00', until: '10:05' };

async function loadAll(): Promise<AllWords> {
  const loaded = LANGUAGES.map(async (language) => [language, await loadMessages(language)] as const);
  return new Map(await Promise.all(loaded));
}

const PARTS = [
  { value: 'errors', label: 'Errors' },
  { value: 'client', label: 'Phone' },
  { value: 'controls', label: 'Controls' },
] as const;

export function GalleryScreen() {
  const [part, setPart] = useState<(typeof PARTS)[number]['value']>('errors');
  const words: UseQueryResult<AllWords, Error> = useQuery({ queryKey: ['galleryWords'], queryFn: loadAll });
  return (
    <Screen title="Gallery" leave="back">
      <Segmented label="Part" options={PARTS} value={part} onChange={setPart} />
      {part === 'controls' ? (
        <GalleryControls />
      ) : (
        <Loaded query={words} skeleton={[96, 96, 96]}>
          {(all) => (part === 'errors' ? <Errors all={all} /> : <ClientWords all={all} />)}
        </Loaded>
      )}
    </Screen>
  );
}

function Errors({ all }: { readonly all: AllWords }) {
  return Object.entries(ERROR_STATUS).map(([code, status]) => (
    <Group key={code} title={`${code} · ${status}`}>
      <InFive
        all={all}
        sentences={({ errors }) => {
          const text = errors[code as ErrorCode];
          const values: ErrorValues = Object.fromEntries(
            placesOf(text).map((place) => [place, SAMPLES[place] ?? 5]),
          );
          // With values, and without the values that a server may omit.
          return [...new Set([fillWords(text, values), fillWords(text)])];
        }}
      />
    </Group>
  ));
}

function ClientWords({ all }: { readonly all: AllWords }) {
  return CLIENT_MESSAGES.map((name) => (
    <Group key={name} title={name}>
      <InFive all={all} sentences={({ client }) => [client[name]]} />
    </Group>
  ));
}

function InFive({
  all,
  sentences,
}: {
  readonly all: AllWords;
  readonly sentences: (words: Messages) => readonly string[];
}) {
  return (
    <dl className={css['five']}>
      {[...all].map(([language, words]) => (
        <div key={language}>
          <dt className={css['language']}>{languageName(language)}</dt>
          {sentences(words).map((sentence) => (
            <dd key={sentence} className={css['sentence']} lang={language}>
              {sentence}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
