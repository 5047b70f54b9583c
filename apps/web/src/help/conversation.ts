// This tab's conversation: the questions and the ids of their answers, so that the answers follow the language.
import type { FaqEntry, FaqFound } from '@kippu/help-search/search';
import { recallOwn, rememberOwn } from '../app/session/account-memory.ts';
import { forget, isRecord } from '../app/storage/tab-memory.ts';

export interface Turn {
  readonly id: number;
  readonly question: string;
  /** null: no answer was found. */
  readonly faqId: string | null;
  readonly related: readonly string[];
}
const KEY = 'kippu.help.conversation';
/** The limit of turns; older ones are dropped. */
const MAX_TURNS = 30;

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

/** Returns the turns with one more for what was found. */
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
  return [...turns, turn].slice(-MAX_TURNS);
}

/**
 * Returns the conversation as lines for the operator: each question as asked, each answer as the title of its entry.
 */
export const linesOf = (
  turns: readonly Turn[],
  entries: ReadonlyMap<string, FaqEntry>,
  unknown: string,
): string =>
  turns
    .map(({ question, faqId }) => `> ${question}\n→ ${(faqId && entries.get(faqId)?.question) || unknown}`)
    .join('\n');
