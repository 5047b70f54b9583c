// Travellers' messages: the list, and one message on its own page.
import type { ScreenProps } from '../app/router/router.ts';
import { FeedbackList } from './feedback-list.tsx';
import { FeedbackPage } from './feedback-page.tsx';

export function FeedbackScreen({ rest: [feedbackId], query }: ScreenProps) {
  return feedbackId === undefined ? <FeedbackList query={query} /> : <FeedbackPage feedbackId={feedbackId} />;
}
