// Words for staff, in the railway's own language, beside the traveller's.
import { ownLanguage, type Language } from '@kippu/contract/languages';
import type { ForStaff } from '@kippu/words/app-words';
import { loadForStaff } from '@kippu/words/load-for-staff';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from './messages.ts';

interface StaffWords {
  /** The railway's own language. */
  readonly language: Language;
  readonly words: ForStaff;
}

/** Returns the words for staff; undefined while they load, and for a traveller who reads the railway's own language. */
export function useForStaff(): StaffWords | undefined {
  const language = ownLanguage();
  const { data } = useQuery({
    queryKey: ['forStaff', language],
    queryFn: () => loadForStaff(language),
    enabled: useLanguage() !== language,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return data && { language, words: data };
}
