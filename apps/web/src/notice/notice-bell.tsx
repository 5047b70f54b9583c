// The bell of the first screen. How many notices are unread is known a moment later.
import { Suspense } from 'react';
import { laterPart } from '../ui/states/later-part.ts';
import { BellLink } from './bell-link.tsx';

const UnreadBell = laterPart(async () => (await import('./unread-bell.tsx')).UnreadBell);

export function NoticeBell() {
  return (
    <Suspense fallback={<BellLink unread={0} />}>
      <UnreadBell />
    </Suspense>
  );
}
