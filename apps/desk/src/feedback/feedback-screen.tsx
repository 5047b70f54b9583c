// Travellers' messages: all of them, and one on a page of its own.
import type { ScreenProps } from '../app/router.ts';
import { FeedbackList } from './feedback-list.tsx';
import { FeedbackPage } from './feedback-page.tsx';

export function FeedbackScreen({ rest: [feedbackId], query }: ScreenProps) {
  return feedbackId === undefined ? <FeedbackList query={query} /> : <FeedbackPage feedbackId={feedbackId} />;
}
