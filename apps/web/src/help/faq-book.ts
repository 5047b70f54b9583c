// The operator's questions and answers, fetched once in the app's language.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Language } from '@kippu/contract/languages';
import { indexFaq, type FaqBook, type FaqEntry, type FaqIndex } from '@kippu/help-search/search';
import { CallError } from '@kippu/client/call-error';
import { useLanguage } from '../i18n/messages.ts';
import { fetchKept } from '../app/call/fetch-kept.ts';
import { faqUrl } from '../app/storage/operator-texts.ts';

export interface Faq {
  readonly book: FaqBook;
  /** Returns the search index. Takes some 300 ms on a slow phone; done once, when idle or at the first question. */
  readonly index: () => FaqIndex;
  readonly entries: ReadonlyMap<string, FaqEntry>;
}

const isBook = (value: unknown): value is FaqBook =>
  typeof value === 'object' && value !== null && 'categories' in value && 'elsewhere' in value;

async function bookOf(answer: Response): Promise<FaqBook> {
  let book: unknown;
  try {
    book = await answer.json();
  } catch {
    throw new CallError('notJson', { status: answer.status });
  }
  if (!isBook(book)) throw new CallError('notJson', { status: answer.status });
  return book;
}

/** Builds the index once: when the phone is idle, or when it is first needed. */
function indexWhenIdle(book: FaqBook, language: Language): () => FaqIndex {
  let made: FaqIndex | undefined;
  const index = () => (made ??= indexFaq(book, language));
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(() => index());
  else setTimeout(index, 500);
  return index;
}

/** Returns the questions of the app's language, ready to be searched. */
export function useFaq(): UseQueryResult<Faq, Error> {
  const language = useLanguage();
  return useQuery<Faq, Error>({
    queryKey: ['faq', language],
    queryFn: async () => {
      const book = await fetchKept(faqUrl(language), bookOf);
      const all = book.categories.flatMap(({ entries }) => entries);
      return {
        book,
        index: indexWhenIdle(book, language),
        entries: new Map(all.map((entry) => [entry.faqId, entry])),
      };
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
}
