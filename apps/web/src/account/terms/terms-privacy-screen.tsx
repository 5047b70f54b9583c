// Shows the terms of use or the privacy policy in the traveller's language.
import { parseMarkdown } from '@kippu/domain/text/markdown';
import { useQuery } from '@tanstack/react-query';
import { changeParams, useParams } from '../../app/router/router.ts';
import { fetchKept } from '../../app/call/fetch-kept.ts';
import { termsUrl } from '../../app/storage/operator-texts.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Loaded } from '../../ui/states/load-state.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { MarkdownBlocks } from '../../ui/text/markdown.tsx';
import { partsOf } from './terms-parts.ts';

export function TermsPrivacyScreen() {
  const { account: words } = useMessages();
  const language = useLanguage();
  const part = useParams('termsPrivacy').part === 'privacy' ? 'privacy' : 'terms';
  const query = useQuery({
    queryKey: ['terms', language],
    queryFn: () =>
      fetchKept(termsUrl(language), async (answer) => partsOf(parseMarkdown(await answer.text()))),
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
          // The screen's title already shows the first-level heading.
          <MarkdownBlocks blocks={(parts[part === 'privacy' ? 1 : 0] ?? []).slice(1)} />
        )}
      </Loaded>
    </Screen>
  );
}
