// Composes the text to send: the traveller's words, then the conversation with Help, within the contract's length.

/** Counted in characters as the server counts them. */
export const MAX_TEXT = 2000;
/** The part of MAX_TEXT that the conversation may use. */
export const MAX_CONVERSATION = 800;

export const lengthOf = (text: string): number => [...text].length;

/** Returns the end of a conversation that fits, in whole lines. */
export function conversationTail(lines: string): string {
  const tail: string[] = [];
  let used = 0;
  for (const line of lines.split('\n').toReversed()) {
    used += lengthOf(line) + 1;
    if (used > MAX_CONVERSATION) break;
    tail.unshift(line);
  }
  return tail.join('\n');
}

/** Returns the text to send. `conversation` may be ''. */
export const textToSend = (text: string, conversation: string): string =>
  conversation ? `${text.trim()}\n\n— Help —\n${conversation}` : text.trim();

/** Returns how many characters the traveller may write beside the conversation. */
export const roomFor = (conversation: string): number =>
  conversation ? MAX_TEXT - lengthOf(textToSend('', conversation)) - 2 : MAX_TEXT;
