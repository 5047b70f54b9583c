// Resolves many conflicts with one reason: the chosen ones, or all of one gate.
import { MAX_SETTLED_AT_ONCE } from '@kippu/contract/limits';
import type { DataOf } from '@kippu/contract/route-types';
import type { GateConflictKind } from '@kippu/contract/calls/desk/issue';
import { deskGateConflicts, deskSettleGateConflicts } from '@kippu/contract/routes/desk/issue';
import { deskGateConflict } from '@kippu/contract/routes/desk/gates';
import { useAct } from '../app/call/queries.ts';
import { gateMark, KIND_WORDS } from '../app/text/gate-words.ts';
import { text, useSay } from '../app/text/texts.ts';
import { ConfirmDialog } from '../ui/messages/dialog.tsx';

const MAX_NOTE = 500;
const WORDS = {
  title: text('まとめて解決しますか', 'Resolve these together?'),
  chosen: (count: number) =>
    text(
      '選んだ{count}件を、同じ理由で解決にします。',
      'The {count} chosen are resolved with the same reason.',
      { count },
    ),
  gate: (mark: string) =>
    text(
      '改札機 {mark} の未解決を、古い順に{max}件まで、同じ理由で解決にします。',
      'The open ones of gate {mark} are resolved with the same reason, the oldest first, {max} at most.',
      { mark, max: MAX_SETTLED_AT_ONCE },
    ),
  kind: (title: string) => text('「{title}」だけです。', 'Only ‘{title}’.', { title }),
  later: text('このあとに見つかるものは残ります。', 'Those found from now on stay open.'),
  kept: text(
    '理由は一件ずつに残り、あとから変えられません。きっぷの状態は変わりません。名前などは書かないでください。',
    'The reason stays with each and cannot be changed. Tickets do not change. Do not write names.',
  ),
  button: (count: number) =>
    text('{count}件を解決にする', count === 1 ? 'Resolve 1 conflict' : 'Resolve {count} conflicts', {
      count,
    }),
  all: text('すべて解決にする', 'Resolve them all'),
};

/** What is resolved: the named conflicts, or those of a gate that were found up to one of them. */
export type Chosen =
  | { readonly conflictIds: readonly string[] }
  | { readonly gateId: string; readonly upTo: string; readonly kind: GateConflictKind | undefined };
export type SettledMany = DataOf<typeof deskSettleGateConflicts>;

/** Asks for the reason and resolves. */
export function SettleManyDialog({
  of: chosen,
  onDone,
  onClose,
}: {
  readonly of: Chosen;
  readonly onDone: (done: SettledMany) => void;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const act = useAct(deskSettleGateConflicts, { changes: [deskGateConflicts, deskGateConflict], onDone });
  const ids = 'conflictIds' in chosen ? chosen.conflictIds.slice(0, MAX_SETTLED_AT_ONCE) : undefined;
  const run = (note: string) => {
    if ('conflictIds' in chosen) act.run({ body: { conflictIds: [...(ids ?? [])], note } });
    else {
      const { gateId, upTo, kind } = chosen;
      act.run({ body: { gate: { gateId, upTo, ...(kind === undefined ? {} : { kind }) }, note } });
    }
  };
  return (
    <ConfirmDialog
      title={say(WORDS.title)}
      confirm={say(ids ? WORDS.button(ids.length) : WORDS.all)}
      kind="primary"
      maxReasonLength={MAX_NOTE}
      busy={act.busy}
      error={act.error}
      onConfirm={run}
      onClose={onClose}
    >
      {ids ? (
        <p>{say(WORDS.chosen(ids.length))}</p>
      ) : (
        'gateId' in chosen && (
          <p>
            {say(WORDS.gate(gateMark(chosen.gateId)))}{' '}
            {chosen.kind && say(WORDS.kind(say(KIND_WORDS[chosen.kind].title)))} {say(WORDS.later)}
          </p>
        )
      )}
      <p>{say(WORDS.kept)}</p>
    </ConfirmDialog>
  );
}
