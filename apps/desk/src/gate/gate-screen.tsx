// Gates: their conflicts, and, for managers, the gates themselves.
import type { ScreenProps } from '../app/router/router.ts';
import { ConflictListPage } from './conflict-list-page.tsx';
import { ConflictPage } from './conflict-page.tsx';
import { GateListPage } from './gate-list-page.tsx';

/** '#/gates', '#/gates/list', or '#/gates/4711' for one conflict. */
export function GateScreen({ rest: [which], query }: ScreenProps) {
  if (which === undefined) return <ConflictListPage query={query} />;
  return which === 'list' ? <GateListPage query={query} /> : <ConflictPage key={which} conflictId={which} />;
}
