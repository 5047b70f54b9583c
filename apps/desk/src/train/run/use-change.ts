// Changes the desk's word on a train, and says before whom that touches.
import { useEffect, useState } from 'react';
import type { TrainChange } from '@kippu/contract/calls/desk/live';
import { deskDeparture, deskOccupancy } from '@kippu/contract/routes/desk/occupancy';
import {
  deskChangeTrain,
  deskTrainHistory,
  deskTrainRun,
  deskTryTrainChange,
} from '@kippu/contract/routes/desk/live';
import { toast } from '@kippu/ui/toast';
import { useAct } from '../../app/call/queries.ts';
import { text, useSay } from '../../app/text/texts.ts';
import type { RunOfTrain } from './run-words.ts';

const SAVED = text('保存しました', 'Saved');

export interface ChangeAct {
  readonly save: (change: TrainChange) => void;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly clear: () => void;
}

/** Returns the act that changes this train, after those of other forms of the page. `onSaved` is called after it. */
export function useChange({ departureId, version }: RunOfTrain, onSaved: () => void): ChangeAct {
  const say = useSay();
  const act = useAct(deskChangeTrain, {
    changed: { thing: `train ${departureId}`, versionOf: (made) => made.version },
    changes: [deskTrainRun, deskTrainHistory, deskTryTrainChange, deskOccupancy, deskDeparture],
    onDone: () => {
      onSaved();
      toast(say(SAVED));
    },
  });
  return {
    save: (change) => act.run({ body: { departureId, version, change } }),
    busy: act.busy,
    error: act.error,
    clear: act.clear,
  };
}

const SETTLED_MS = 250;

/** Returns a text once it has been the same for a moment; the one before until then, so that not every key asks the server. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
