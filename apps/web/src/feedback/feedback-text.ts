// What is sent as one text: the traveller's words, then the questions to Help, within the contract's length.

/** Characters, as the server counts them. */
export const TEXT_MOST = 2000;
/** The most the conversation may take of it. */
export const CONVERSATION_MOST = 800;

export const lengthOf = (text: string): number => [...text].length;

/** The last part of a conversation that fits, cut at a line. */
export function conversationTail(lines: string): string {
  const kept: string[] = [];
  let used = 0;
  for (const line of lines.split('\n').toReversed()) {
    used += lengthOf(line) + 1;
    if (used > CONVERSATION_MOST) break;
    kept.unshift(line);
  }
  return kept.join('\n');
}

/** Takes the words and a conversation, '' for none; gives what to send. */
export const textToSend = (text: string, conversation: string): string =>
  conversation ? `${text.trim()}\n\n— Help —\n${conversation}` : text.trim();

/** How many characters the traveller may write beside the conversation. */
export const roomFor = (conversation: string): number =>
  conversation ? TEXT_MOST - lengthOf(textToSend('', conversation)) - 2 : TEXT_MOST;
