// What a screen shows while its data comes, and when it does not: said once, here.
import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../app/api-error.ts';
import { useErrorText } from '../app/error-text.ts';
import { useMessages } from '../i18n/messages.ts';
import { Button, ButtonLink } from './button.tsx';
import { NoticeBox } from './notice-box.tsx';
import { Skeleton } from './skeleton.tsx';

/** Shows the answer; before it a skeleton, after a failure the reason and a way to try again. */
export function Loaded<T>({
  query,
  skeleton,
  onward,
  children,
}: {
  readonly query: UseQueryResult<T, Error>;
  readonly skeleton: readonly number[];
  /** The way on from what is not there; to the tickets when absent. */
  readonly onward?: ReactNode;
  readonly children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error)
    return <LoadFailed error={query.error} again={() => void query.refetch()} onward={onward} />;
  return <Skeleton heights={skeleton} />;
}

export function LoadFailed({
  error,
  again,
  onward,
}: {
  readonly error: Error;
  readonly again: () => void;
  readonly onward?: ReactNode;
}) {
  const { common } = useMessages();
  const text = useErrorText();
  // What is not there will not be there at a second try either: the only way is on.
  if (error instanceof ApiError && error.kind === 'refused' && error.status === 404)
    return (
      <NoticeBox
        tone="danger"
        action={
          onward ?? (
            <ButtonLink to="tickets" params={{}} kind="outline">
              {common.toTickets}
            </ButtonLink>
          )
        }
      >
        {text(error)}
      </NoticeBox>
    );
  // 'Tap the screen': then anywhere in the box does, and a tap on the button arrives there too.
  const anywhere = error instanceof ApiError && error.kind === 'timeout';
  const box = (
    <NoticeBox
      tone="danger"
      title={common.failedTitle}
      action={
        <Button kind="outline" icon={RotateCw} {...(anywhere ? {} : { onClick: again })}>
          {common.retry}
        </Button>
      }
    >
      {text(error)}
    </NoticeBox>
  );
  return anywhere ? <div onClick={again}>{box}</div> : box;
}
