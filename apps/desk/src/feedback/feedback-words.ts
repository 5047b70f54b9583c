// The desk's names for message topics.
import { FEEDBACK_TOPICS, type FeedbackTopic } from '@kippu/contract/values';
import { DESK_WORDS } from '../app/text/words.ts';
import { text, type Text } from '../app/text/texts.ts';

const words = DESK_WORDS.feedback;

export const TOPIC_WORDS: Readonly<Record<FeedbackTopic, Text>> = words.topic;

/** A topic from another version of the app is shown as it was sent. */
export function topicWord(topic: string): Text {
  const known = FEEDBACK_TOPICS.find((each) => each === topic);
  return known ? TOPIC_WORDS[known] : text(topic, topic);
}

/** The line before a conversation with Help, the same in apps/web/src/feedback/feedback-text.ts. */
const CHAT = '— Help —\n';

/** Splits a message: first the traveller's text, then the conversation with Help that led to it ('' without one). */
export function partsOf(message: string): { readonly words: string; readonly chat: string } {
  const at = message.startsWith(CHAT) ? 0 : message.indexOf(`\n\n${CHAT}`);
  if (at < 0) return { words: message, chat: '' };
  const chat = message.slice(message.indexOf(CHAT, at) + CHAT.length);
  return { words: message.slice(0, at), chat };
}
