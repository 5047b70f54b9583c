// The terms of use or the privacy policy, in the traveller's language.
import { parseMarkdown } from '@kippu/domain/markdown';
import { useQuery } from '@tanstack/react-query';
import { changeParams, useParams } from '../app/router.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { Loaded } from '../ui/load-state.tsx';
import { Screen } from '../ui/screen.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { MarkdownBlocks } from '../ui/markdown.tsx';
import { partsOf } from './terms-parts.ts';
import { loadTerms } from './terms-text.ts';

export function TermsPrivacyScreen() {
  const { account: words } = useMessages();
  const language = useLanguage();
  const part = useParams('termsPrivacy').part === 'privacy' ? 'privacy' : 'terms';
  const query = useQuery({
    queryKey: ['terms', language],
    queryFn: async () => partsOf(parseMarkdown(await loadTerms(language))),
    staleTime: Infinity,
  });
  return (
    <Screen title={words[part]} leave="back">
      <Segmented
        label={words.termsOrPrivacy}
        value={part}
        options={[
          { value: 'terms', label: words.terms },
          { value: 'privacy', label: words.privacy },
        ]}
        onChange={(value) => changeParams('termsPrivacy', value === 'privacy' ? { part: value } : {})}
      />
      <Loaded query={query} skeleton={[24, 120, 24, 160]}>
        {(parts) => (
          // The heading of the first level is the screen's own title.
          <MarkdownBlocks blocks={(parts[part === 'privacy' ? 1 : 0] ?? []).slice(1)} />
        )}
      </Loaded>
    </Screen>
  );
}
