// The draft of a message to the operator, and the conversation that Help attaches to it.
import { recallOwn, rememberOwn } from './account-memory.ts';
import { forget, isRecord } from '../storage/tab-memory.ts';

export interface FeedbackDraft {
  readonly topic: string;
  readonly text: string;
  readonly ticketId: string;
}
const DRAFT = 'kippu.feedback.draft';
const PICTURE = 'kippu.feedback.picture';
const CONVERSATION = 'kippu.feedback.conversation';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function recallDraft(): FeedbackDraft {
  const stored = recallOwn(DRAFT);
  const { topic, text, ticketId } = isRecord(stored) ? stored : {};
  return { topic: textOf(topic), text: textOf(text), ticketId: textOf(ticketId) };
}
export const rememberDraft = (draft: FeedbackDraft): void => rememberOwn(DRAFT, draft);

/** The picture as a data URI. Stored apart, so that a typed letter does not write a megabyte. */
export const recallPicture = (): string => textOf(recallOwn(PICTURE));
export const rememberPicture = (picture: string): void =>
  picture ? rememberOwn(PICTURE, picture) : forget(PICTURE);

/** The conversation with Help, one line per question or answer, oldest first. */
export const recallConversation = (): string => textOf(recallOwn(CONVERSATION));
export const handOverConversation = (lines: string): void => rememberOwn(CONVERSATION, lines);
export const forgetConversation = (): void => forget(CONVERSATION);

/** Deletes the draft after it was sent. */
export function forgetDraft(): void {
  forget(DRAFT);
  forget(PICTURE);
  forget(CONVERSATION);
}
