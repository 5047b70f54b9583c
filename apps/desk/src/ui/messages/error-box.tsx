// An error at the place where it occurred, with the next act.
import { NoticeBox } from '@kippu/ui/notice-box';
import type { ReactNode } from 'react';
import { errorText } from '../../app/call/error-text.ts';
import { useLanguage } from '../../app/text/texts.ts';
import { NextAct } from './next-act.tsx';

/** Shows an error. Shows nothing without one. */
export function ErrorBox({
  error,
  again,
  action,
}: {
  readonly error: unknown;
  /** Sends the same request again. */
  readonly again?: (() => void) | undefined;
  /** Replaces the next act from the table of refusals. */
  readonly action?: ReactNode;
}) {
  const language = useLanguage();
  if (error === null || error === undefined) return null;
  return (
    <NoticeBox tone="danger" action={action || <NextAct error={error} again={again} />}>
      {errorText(error, language)}
    </NoticeBox>
  );
}
