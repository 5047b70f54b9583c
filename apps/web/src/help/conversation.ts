// The conversation of this tab: what was asked and which answers were given, by id, so that it follows the language.
import type { FaqEntry, FaqFound } from '@kippu/domain/faq-search';
import { recallOwn, rememberOwn } from '../app/account-memory.ts';
import { forget, isRecord } from '../app/tab-memory.ts';

export interface Turn {
  readonly id: number;
  readonly question: string;
  /** null: no answer was known. */
  readonly faqId: string | null;
  readonly related: readonly string[];
}
const KEY = 'kippu.help.conversation';
/** Enough to look back on; a conversation is no archive. */
const TURNS_MOST = 30;

const isTurn = (value: unknown): value is Turn =>
  isRecord(value) &&
  typeof value['id'] === 'number' &&
  typeof value['question'] === 'string' &&
  (value['faqId'] === null || typeof value['faqId'] === 'string') &&
  Array.isArray(value['related']) &&
  value['related'].every((id) => typeof id === 'string');

export function recallTurns(): readonly Turn[] {
  const stored = recallOwn(KEY);
  return Array.isArray(stored) ? stored.filter(isTurn) : [];
}
export const rememberTurns = (turns: readonly Turn[]): void =>
  turns.length === 0 ? forget(KEY) : rememberOwn(KEY, turns);

/** Takes the turns so far and what was found; gives them with one more. */
export function withTurn(
  turns: readonly Turn[],
  question: string,
  found: Pick<FaqFound, 'best' | 'related'>,
): readonly Turn[] {
  const turn: Turn = {
    id: (turns.at(-1)?.id ?? 0) + 1,
    question,
    faqId: found.best?.faqId ?? null,
    related: found.related.map(({ faqId }) => faqId),
  };
  return [...turns, turn].slice(-TURNS_MOST);
}

/** The conversation as lines to send to the operator: questions as asked, answers by the question they answer. */
export const linesOf = (
  turns: readonly Turn[],
  entries: ReadonlyMap<string, FaqEntry>,
  unknown: string,
): string =>
  turns
    .map(({ question, faqId }) => `> ${question}\n→ ${(faqId && entries.get(faqId)?.question) || unknown}`)
    .join('\n');
