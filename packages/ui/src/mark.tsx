// The operator's mark on a cover, such as '切符'. It is a picture made of letters, so screen readers skip it.
import type { PageSettings } from '@kippu/contract/page-settings';

/** Shows the mark; nothing for an operator without one. */
export function Mark({
  of,
  className,
}: {
  readonly of: PageSettings['mark'];
  readonly className?: string | undefined;
}) {
  if (!of) return null;
  return (
    <span className={className} lang={of.language} aria-hidden="true">
      {of.text}
    </span>
  );
}
