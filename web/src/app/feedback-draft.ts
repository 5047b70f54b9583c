// What a traveller has begun to write to the operator, and the questions Help hands over with it.
import { getSession } from './session.ts';
import { forget, isRecord, recall, remember } from './tab-memory.ts';

export interface FeedbackDraft {
  readonly topic: string;
  readonly text: string;
  readonly ticketId: string;
}
const DRAFT = 'kippu.feedback.draft';
const PICTURE = 'kippu.feedback.picture';
const CONVERSATION = 'kippu.feedback.conversation';
const ACCOUNT = 'kippu.feedback.account';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Drops what another account has begun at the same phone; what a visitor has begun is whoever's logs in. */
function keepOwn(): void {
  const account = getSession()?.member.email;
  if (account === undefined) return;
  const writer = recall(ACCOUNT);
  if (writer !== undefined && writer !== account) forgetDraft();
  remember(ACCOUNT, account);
}

export function recallDraft(): FeedbackDraft {
  keepOwn();
  const stored = recall(DRAFT);
  const { topic, text, ticketId } = isRecord(stored) ? stored : {};
  return { topic: textOf(topic), text: textOf(text), ticketId: textOf(ticketId) };
}
export const rememberDraft = (draft: FeedbackDraft): void => remember(DRAFT, draft);

/** The picture as a data URI, kept apart so that a letter typed does not write a megabyte. */
export const recallPicture = (): string => textOf(recall(PICTURE));
export const rememberPicture = (picture: string): void =>
  picture ? remember(PICTURE, picture) : forget(PICTURE);

/** What was asked in Help, one line a question or answer, oldest first. */
export const recallConversation = (): string => textOf(recall(CONVERSATION));
export function handOverConversation(lines: string): void {
  keepOwn();
  remember(CONVERSATION, lines);
}
export const forgetConversation = (): void => forget(CONVERSATION);

/** After it was sent. */
export function forgetDraft(): void {
  forget(DRAFT);
  forget(PICTURE);
  forget(CONVERSATION);
  forget(ACCOUNT);
}
