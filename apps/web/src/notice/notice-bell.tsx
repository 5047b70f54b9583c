// The bell of the first screen. How many notices are unread is known a moment later.
import { lazy, Suspense } from 'react';
import { BellLink } from './bell-link.tsx';

const PlainBell = () => <BellLink unread={0} />;

const UnreadBell = lazy(async () => {
  // If its file does not load, the tickets still work, and the notices are one press away.
  const file = await import('./unread-bell.tsx').catch(() => undefined);
  return { default: file?.UnreadBell ?? PlainBell };
});

export function NoticeBell() {
  return (
    <Suspense fallback={<PlainBell />}>
      <UnreadBell />
    </Suspense>
  );
}
