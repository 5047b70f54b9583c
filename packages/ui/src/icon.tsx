// Icons from one outline set, in one size and stroke. Always decorative: a word or a label gives the meaning.
import type { LucideIcon } from 'lucide-react';

/** An icon of 22 pixels, or of the size in the page's style for the class `icon`. `size` overrides it, in pixels. */
export function Icon({ of: Shape, size }: { readonly of: LucideIcon; readonly size?: number }) {
  return (
    <Shape
      size={size ?? 22}
      className={size ? '' : 'icon'}
      strokeWidth={1.75}
      aria-hidden="true"
      focusable="false"
    />
  );
}
