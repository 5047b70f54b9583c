// A ticket is paper: two parts and a perforation, half-moon notches where it tears, waves on the stub.
import type { ReactNode } from 'react';
import css from './paper.module.css';

interface Props {
  readonly children: ReactNode;
  /** The part that tears off; it carries the one action. Without it the paper is a plain sheet. */
  readonly stub?: ReactNode;
  readonly side?: 'below' | 'right';
  /** `cover`: a hero with the waves on it, over a stub of plain stock. */
  readonly tone?: 'stock' | 'hero' | 'cover';
  /** The conductor's punch: a ticket in use. */
  readonly punched?: boolean;
  /** A ticket that is over lies flat and grey. */
  readonly faded?: boolean;
  readonly label?: string;
}

export function Paper({
  children,
  stub,
  side = 'below',
  tone = 'stock',
  punched = false,
  faded = false,
  label,
}: Props) {
  const names = [css['paper'], css[side], css[tone], stub ? css['torn'] : '', faded ? css['faded'] : ''];
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
