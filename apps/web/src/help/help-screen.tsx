// Help: ask in one's own words, or browse all questions. The search runs on the phone and sends nothing.
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { searchFaq } from '@kippu/help-search/search';
import { handOverConversation } from '../app/session/feedback-draft.ts';
import { changeParams, useParams } from '../app/router/router.ts';
import { useMessages } from '../i18n/messages.ts';
import { IconButton } from '@kippu/ui/button';
import { Loaded } from '../ui/states/load-state.tsx';
import { Screen } from '../ui/layout/screen.tsx';
import { Segmented } from '../ui/controls/segmented.tsx';
import { AskBar } from './ask-bar.tsx';
import { ChatLog } from './chat-log.tsx';
import { linesOf, recallTurns, rememberTurns, withTurn, type Turn } from './conversation.ts';
import { useFaq, type Faq } from './faq-book.ts';
import { FaqBrowse } from './faq-browse.tsx';

type View = 'ask' | 'browse';

export function HelpScreen() {
  const { help: words } = useMessages();
  const faq = useFaq();
  const browsing = useParams('help').view === 'browse';
  const [turns, setTurns] = useState(recallTurns);
  const keep = (next: readonly Turn[]) => {
    setTurns(next);
    rememberTurns(next);
  };
  return (
    <Screen
      title={words.title}
      aside={
        !browsing &&
        turns.length > 0 && <IconButton icon={Trash2} label={words.clear} onClick={() => keep([])} />
      }
    >
      <Segmented<View>
        label={words.views}
        value={browsing ? 'browse' : 'ask'}
        options={[
          { value: 'ask', label: words.ask },
          { value: 'browse', label: words.browse },
        ]}
        onChange={(view) => changeParams('help', view === 'browse' ? { view } : {})}
      />
      <Loaded query={faq} skeleton={[72, 44, 44, 44]}>
        {(loaded) =>
          browsing ? (
            <FaqBrowse categories={loaded.book.categories} />
          ) : (
            <Ask faq={loaded} turns={turns} onTurns={keep} />
          )
        }
      </Loaded>
    </Screen>
  );
}

function Ask({
  faq,
  turns,
  onTurns,
}: {
  readonly faq: Faq;
  readonly turns: readonly Turn[];
  readonly onTurns: (turns: readonly Turn[]) => void;
}) {
  const { help: words } = useMessages();
  const ask = (question: string) => onTurns(withTurn(turns, question, searchFaq(faq.index(), question)));
  /** A suggested question needs no search. */
  const choose = (faqId: string) => {
    const entry = faq.entries.get(faqId);
    if (!entry) return;
    const { related } = searchFaq(faq.index(), entry.question);
    onTurns(
      withTurn(turns, entry.question, { best: entry, related: related.filter((one) => one !== entry) }),
    );
  };
  return (
    <>
      <ChatLog
        entries={faq.entries}
        turns={turns}
        onChoose={choose}
        onHandOver={() => handOverConversation(linesOf(turns, faq.entries, words.unknownTitle))}
      />
      <AskBar onAsk={ask} />
    </>
  );
}
