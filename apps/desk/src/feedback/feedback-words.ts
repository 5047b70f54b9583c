// The desk's names for message topics.
import { FEEDBACK_TOPICS, type FeedbackTopic } from '@kippu/contract/calls/traveller/feedback';
import { text, type Text } from '../app/text/texts.ts';

export const TOPIC_WORDS: Readonly<Record<FeedbackTopic, Text>> = {
  ticket: text('きっぷ', 'Ticket'),
  seat: text('座席の予約', 'Seat reservation'),
  gate: text('改札・駅', 'Gate or station'),
  account: text('アカウント', 'Account'),
  refund: text('払い戻し', 'Refund'),
  app: text('アプリの不具合', 'App does not work'),
  other: text('その他・ご意見', 'Something else'),
};

/** A topic from another version of the app is shown as it was sent. */
export function topicWord(topic: string): Text {
  const known = FEEDBACK_TOPICS.find((each) => each === topic);
  return known ? TOPIC_WORDS[known] : text(topic, topic);
}

/** The app puts a line of its own before it. See apps/web/src/feedback/feedback-text.ts. */
const CHAT = '— Help —\n';

/** Splits a message into the traveller's text and the earlier Help question ('' without one). */
export function partsOf(message: string): { readonly words: string; readonly chat: string } {
  const at = message.startsWith(CHAT) ? 0 : message.indexOf(`\n\n${CHAT}`);
  if (at < 0) return { words: message, chat: '' };
  const chat = message.slice(message.indexOf(CHAT, at) + CHAT.length);
  return { words: message.slice(0, at), chat };
}
