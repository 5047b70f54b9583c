// A ticket drawn as paper: two parts with a perforation, notches where it tears, and waves on the stub.
import type { ReactNode } from 'react';
import css from './paper.module.css';

export interface PaperProps {
  readonly children: ReactNode;
  /** The part that tears off, with the one action. Without it the paper is a plain sheet. */
  readonly stub?: ReactNode;
  readonly side?: 'below' | 'right';
  /** A class in place of the plain colours; `toned-paper.tsx` has those that there are. */
  readonly toned?: string | undefined;
  /** Shows a punch hole: the ticket is in use. */
  readonly punched?: boolean;
  /** Shows the ticket flat and grey, because it is over. */
  readonly faded?: boolean;
  readonly label?: string;
}

export function Paper({
  children,
  stub,
  side = 'below',
  toned = css['stock'],
  punched = false,
  faded = false,
  label,
}: PaperProps) {
  const names = [css['paper'], css[side], toned, stub ? css['torn'] : '', faded ? css['faded'] : ''];
  return (
    <article className={names.join(' ')} aria-label={label}>
      <div className={`${css['part']} ${css['body']} ${punched ? css['punched'] : ''}`}>{children}</div>
      {stub && (
        <div className={`${css['part']} ${css['stub']}`}>
          <div className={css['stubInner']}>{stub}</div>
        </div>
      )}
    </article>
  );
}
