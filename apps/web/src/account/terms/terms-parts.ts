// Splits the operator's text into the terms and the privacy policy, each under a first-level heading.
import type { Block } from '@kippu/domain/text/markdown';

/** Returns one list of blocks for each first-level heading, in order. */
export function partsOf(blocks: readonly Block[]): Block[][] {
  const parts: Block[][] = [];
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 1) parts.push([block]);
    else parts.at(-1)?.push(block);
  }
  return parts;
}
