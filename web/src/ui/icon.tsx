// One outline set, one size, one stroke. Decorative always: a word or a label beside it says what it means.
import type { LucideIcon } from 'lucide-react';

export function Icon({ of: Shape, size = 22 }: { readonly of: LucideIcon; readonly size?: number }) {
  return <Shape size={size} strokeWidth={1.75} aria-hidden="true" focusable="false" />;
}
