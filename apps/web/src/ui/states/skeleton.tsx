// Shows the shape of the content to come instead of a spinner.
import { useFirstMessages } from '../../i18n/messages.ts';
import css from './skeleton.module.css';

/** Blocks of the given heights, in pixels. */
export function Skeleton({ heights }: { readonly heights: readonly number[] }) {
  const { common } = useFirstMessages();
  return (
    <div className={css['stack']} role="status" aria-label={common.loading}>
      {heights.map((height, index) => (
        // The list never changes its order.
        <div key={index} className={css['block']} style={{ height }} />
      ))}
    </div>
  );
}
