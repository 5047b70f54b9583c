// The subset of Markdown in texts for travellers: headings, paragraphs, lists, bold. HTML is never interpreted.

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] };

/** Parses Markdown into blocks. Unknown syntax becomes a paragraph as it stands. */
export function parseMarkdown(source: string): Block[] {
  const blocks: Block[] = [];
  for (const chunk of source.replaceAll('\r\n', '\n').split(/\n{2,}/)) {
    let lines: string[] = [];
    let items: string[] = [];
    const flush = () => {
      if (lines.length > 0) blocks.push({ kind: 'paragraph', text: lines.join(' ') });
      if (items.length > 0) blocks.push({ kind: 'list', items });
      [lines, items] = [[], []];
    };
    for (const line of chunk.split('\n').map((raw) => raw.trim())) {
      const heading = /^(#{1,3}) +(.+)$/.exec(line);
      const item = /^[-*] +(.+)$/.exec(line);
      if (heading?.[1] && heading[2]) {
        flush();
        blocks.push({ kind: 'heading', level: heading[1].length as 1 | 2 | 3, text: heading[2] });
      } else if (item?.[1]) {
        items.push(item[1]);
      } else if (line !== '') {
        const last = items.length - 1;
        // A list item may continue on the next line.
        if (last >= 0) items[last] += ` ${line}`;
        else lines.push(line);
      }
    }
    flush();
  }
  return blocks;
}

/** Splits the text of a block into pieces; every second one is bold. */
export const boldPieces = (text: string): { readonly bold: boolean; readonly words: string }[] =>
  text.split(/\*\*(.+?)\*\*/).map((words, index) => ({ bold: index % 2 === 1, words }));
