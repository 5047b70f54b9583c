// The facts about one object: names at the left, values at the right.
import { Fragment, type ReactNode } from 'react';
import css from './facts.module.css';

/** Facts whose value is null, undefined, false or '' are omitted. */
export function Facts({ of }: { readonly of: readonly (readonly [string, ReactNode])[] }) {
  const known = of.filter(
    ([, value]) => value !== null && value !== undefined && value !== false && value !== '',
  );
  return (
    <dl className={css['facts']}>
      {known.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
