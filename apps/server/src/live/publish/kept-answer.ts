// An answer that is made once for all callers, and kept until what it is made of changes.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface MadeAnswer {
  readonly bytes: Buffer;
  readonly etag: string;
  /** When it was last changed, epoch milliseconds, where that is known. */
  readonly changedAt?: number;
}

/** Weak, because a proxy or this server may compress it. */
export const answerOf = (bytes: Uint8Array, more: Pick<MadeAnswer, 'changedAt'> = {}): MadeAnswer => ({
  bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
  ...more,
});

/** What an answer is made of: the same values, the same answer. */
type Sources = readonly unknown[];
const areSame = (one: Sources, other: Sources) => one.every((each, at) => Object.is(each, other[at]));

export class KeptAnswer {
  #kept: { readonly sources: Sources; readonly answer: Promise<MadeAnswer> } | undefined;

  /** Returns the answer of these sources. Callers that come while it is made wait for the same one; a failure is not kept. */
  of(sources: Sources, make: () => Promise<MadeAnswer>): Promise<MadeAnswer> {
    const kept = this.#kept;
    if (kept && areSame(kept.sources, sources)) return kept.answer;
    const made = { sources, answer: make() };
    this.#kept = made;
    made.answer.catch(() => {
      // The caller gets the fault; the next one tries again.
      if (this.#kept === made) this.#kept = undefined;
    });
    return made.answer;
  }
}

function isKnown({ headers }: FastifyRequest, { etag, changedAt }: MadeAnswer): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.includes(etag.slice(2));
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return changedAt !== undefined && since >= Math.floor(changedAt / 1000) * 1000;
}

/** Sends an answer, or 304 to a caller who has it. */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  answer: MadeAnswer,
): FastifyReply {
  const { bytes, etag, changedAt } = answer;
  reply.header('etag', etag);
  if (changedAt !== undefined) reply.header('last-modified', new Date(changedAt).toUTCString());
  return isKnown(request, answer) ? reply.code(304).send() : reply.type(type).send(bytes);
}
