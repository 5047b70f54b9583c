// Cancels a whole train, and brings it back.
import { useState } from 'react';
import { deskChangeTrain } from '@kippu/contract/routes/desk/live';
import type { TrainChange } from '@kippu/contract/calls/desk/live';
import { text, useSay } from '../../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { ConfirmDialog } from '../../ui/messages/dialog.tsx';
import { EffectsLine } from './effects-line.tsx';
import type { RunOfTrain } from './run-words.ts';
import { Overtaken, otherError } from './overtaken.tsx';
import { useChange } from './use-change.ts';
import { useMay } from '../../app/session/rights.ts';

const WORDS = {
  cancel: text('運休にする', 'Cancel train'),
  keep: text('運休にしない', 'Leave it running'),
  restore: text('運休を取り消す', 'Restore train'),
  runAnyway: text('配信にかかわらず運転する', 'Run it despite the feed'),
  cancelTitle: (no: string) => text('{no}号を運休にしますか', 'Cancel train {no}?', { no }),
  restoreTitle: (no: string) => text('{no}号を運転しますか', 'Restore train {no}?', { no }),
  cancelLead: text(
    '全区間が運休になり、座席は売られなくなります。いつでも取り消せます。',
    'It does not run at all, and no seats are sold. You can undo this at any time.',
  ),
  restoreLead: text('再び運転し、座席が売られます。', 'It runs again, and seats are sold.'),
};

/** What brings the train back: undoing the desk's word, unless a feed cancels it too. */
const restoring = ({ desk, feed }: RunOfTrain): TrainChange =>
  desk?.runs === false && feed?.runs !== false ? { runs: null } : { runs: true };

const cancels = ({ runs }: TrainChange) => runs === false;
const nameOf = (change: TrainChange) => {
  if (cancels(change)) return WORDS.cancel;
  return change.runs === true ? WORDS.runAnyway : WORDS.restore;
};

export function CancelAct({ of: train }: { readonly of: RunOfTrain }) {
  const say = useSay();
  const may = useMay();
  /** What the dialog asks, as it was when it opened: it stays so if the train changes meanwhile. */
  const [asked, setAsked] = useState<TrainChange>();
  const close = () => setAsked(undefined);
  const act = useChange(train, close);
  if (!may(deskChangeTrain) || train.run.isPast) return null;
  const change: TrainChange = train.run.runs ? { runs: false } : restoring(train);
  return (
    <>
      <Button kind={train.run.runs ? 'danger' : 'outline'} onClick={() => setAsked(change)}>
        {say(nameOf(change))}
      </Button>
      {asked && (
        <ConfirmDialog
          title={say((cancels(asked) ? WORDS.cancelTitle : WORDS.restoreTitle)(train.trainNo))}
          confirm={say(nameOf(asked))}
          dismiss={cancels(asked) ? say(WORDS.keep) : undefined}
          kind={cancels(asked) ? 'destroy' : 'primary'}
          busy={act.busy}
          error={otherError(act.error)}
          onConfirm={() => act.save(asked)}
          onClose={() => {
            act.clear();
            close();
          }}
        >
          <p>{say(cancels(asked) ? WORDS.cancelLead : WORDS.restoreLead)}</p>
          <EffectsLine of={train} change={asked} />
          <Overtaken error={act.error} />
        </ConfirmDialog>
      )}
    </>
  );
}
