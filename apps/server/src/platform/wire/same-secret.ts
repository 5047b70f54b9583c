// Compares a secret with one that somebody sent.
import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares digests, which have one length, so that the time reveals nothing about the guess. */
export const isSameSecret = (ours: string, given: string): boolean =>
  timingSafeEqual(digest(given), digest(ours));
