// The operator's one text holds the terms and the privacy policy, each under a heading of the first level.
import type { Block } from '@kippu/domain/markdown';

/** Takes blocks; gives one list of them for each heading of the first level, in order. */
export function partsOf(blocks: readonly Block[]): Block[][] {
  const parts: Block[][] = [];
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 1) parts.push([block]);
    else parts.at(-1)?.push(block);
  }
  return parts;
}
