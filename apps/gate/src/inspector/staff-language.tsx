// The language of one member of staff. A gate shows two at once; a phone in one hand has room for one.
import { createContext, use, useState, type ReactNode } from 'react';
import type { Language } from '@kippu/contract/languages';
import { gateLanguages, type Text } from '../text/texts.ts';

const KEPT = 'kippu-inspector-language';

/** Returns the language chosen before, else the phone's, else the railway's own. */
function firstLanguage(): Language {
  const [own = 'en', ...others] = gateLanguages();
  const all = [own, ...others];
  const kept = localStorage.getItem(KEPT);
  const phones = navigator.languages.map((tag) => tag.split('-')[0]);
  return (
    all.find((each) => each === kept) ??
    phones.flatMap((phone) => all.find((each) => each === phone) ?? [])[0] ??
    own
  );
}

interface Spoken {
  readonly language: Language;
  readonly say: (text: Text) => string;
  readonly setLanguage: (language: Language) => void;
}
const SpokenContext = createContext<Spoken | null>(null);

export function StaffLanguage({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  const spoken: Spoken = {
    language,
    say: (text) => text[language] ?? text.en,
    setLanguage: (chosen) => {
      localStorage.setItem(KEPT, chosen);
      setLanguage(chosen);
    },
  };
  return (
    <SpokenContext value={spoken}>
      <div className="inspector" lang={language}>
        {children}
      </div>
    </SpokenContext>
  );
}

/** Returns the chosen language, and how to say a text in it. Throws Error outside of StaffLanguage. */
export function useStaffLanguage(): Spoken {
  const spoken = use(SpokenContext);
  if (!spoken) throw new Error('outside of StaffLanguage');
  return spoken;
}
