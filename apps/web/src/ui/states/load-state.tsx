// What a screen shows while its data loads, and when loading fails.
import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { CallError } from '@kippu/client/call-error';
import { isShown } from '../../app/errors/error-kinds.ts';
import { failureText, firstFailureText } from '../../app/errors/failure-text.ts';
import { useFirstMessages, useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Skeleton } from './skeleton.tsx';

/** The table of refusals is large, so it is not part of the first screen. */
const Refused = lazy(async () => ({ default: (await import('../messages/refused.tsx')).Refused }));

/** Shows a skeleton, then the answer, or the reason of a failure and a button to try again. */
export function Loaded<T>({
  query,
  skeleton,
  onward,
  children,
}: {
  readonly query: UseQueryResult<T, Error>;
  readonly skeleton: readonly number[];
  /** The next step after a refusal. By default, the one in the screen's table of refusals. */
  readonly onward?: ReactNode;
  readonly children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error)
    return <LoadFailed error={query.error} again={() => void query.refetch()} onward={onward} />;
  return <Skeleton heights={skeleton} />;
}

/** Shows why something did not load: a refusal with its next step, any other error with a button to try again. */
export function LoadFailed({
  error,
  again,
  onward,
}: {
  readonly error: Error;
  readonly again: () => void;
  readonly onward?: ReactNode;
}) {
  const first = useFirstMessages();
  const { common } = first;
  if (error instanceof CallError && isShown(error)) return null;
  if (error instanceof CallError && error.kind === 'refused' && error.status < 500)
    return (
      <Suspense fallback={<Skeleton heights={[120]} />}>
        <Refused error={error} onward={onward} again={again} />
      </Suspense>
    );
  // A fault of the app fails again at each try; only a reload can help.
  const isFault = !(error instanceof CallError);
  // The text says 'Tap the screen', so a tap anywhere in the box works. A tap on the button bubbles up to the box.
  const anywhere = error instanceof CallError && error.kind === 'timeout';
  const box = (
    <NoticeBox
      tone="danger"
      title={common.failedTitle}
      action={
        <Button
          kind="outline"
          icon={RotateCw}
          {...(anywhere ? {} : { onClick: isFault ? () => location.reload() : again })}
        >
          {isFault ? common.reload : common.retry}
        </Button>
      }
    >
      {firstFailureText(first, error) ?? <FailureText error={error} />}
    </NoticeBox>
  );
  return anywhere ? <div onClick={again}>{box}</div> : box;
}

/** The text of an error for which the words of the first screen have none. */
function FailureText({ error }: { readonly error: Error }) {
  return <>{failureText(useMessages(), error)}</>;
}
