// Which cars a train has today: another formation, and cars that are missing.
import { useState } from 'react';
import type { TrainChange } from '@kippu/contract/calls/desk/live';
import { text, useSay } from '../../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { Checkbox, SelectField } from '../../ui/controls/field.tsx';
import { Card, Form } from '../../ui/layout/page.tsx';
import { EffectsLine } from './effects-line.tsx';
import type { RunOfTrain } from './run-words.ts';
import css from './run.module.css';
import { Overtaken, otherError } from './overtaken.tsx';
import { useChange } from './use-change.ts';

const WORDS = {
  title: text('編成と号車', 'Cars'),
  formation: text('編成', 'Formation'),
  planned: (name: string) => text('{name}（時刻表）', '{name} (planned)', { name }),
  none: text('座席なし', 'Without seats'),
  lost: text('欠ける号車', 'Missing cars'),
  car: (car: number) => text('{car}号車', 'Car {car}', { car }),
  save: text('号車を保存', 'Save cars'),
  undo: text('号車を取り消す', 'Undo cars'),
};

export function CarsForm({ of: train }: { readonly of: RunOfTrain }) {
  const say = useSay();
  const { desk, run, formations } = train;
  const [formation, setFormation] = useState<string>();
  const [lost, setLost] = useState<readonly number[]>();
  const act = useChange(train, () => {
    setFormation(undefined);
    setLost(undefined);
  });
  const shown = formation ?? run.formation ?? '';
  const cars = formations.find(({ formationId }) => formationId === shown)?.cars ?? [];
  const missing = (lost ?? run.lostCars).filter((car) => cars.includes(car));
  const planned = run.plannedFormation ?? '';
  const change: TrainChange | undefined =
    formation === undefined && lost === undefined
      ? undefined
      : {
          ...(formation === undefined ? {} : { formation: shown === planned ? null : shown }),
          // The same cars again would be said against a feed.
          ...(lost !== undefined || desk?.lostCars ? { lostCars: [...missing] } : {}),
        };
  const names = new Map(
    formations.map(({ formationId, series }) => [formationId, `${formationId} · ${series}`]),
  );
  const labelOf = (id: string) =>
    id === planned && id !== ''
      ? say(WORDS.planned(names.get(id) ?? id))
      : (names.get(id) ?? say(WORDS.none));
  const ids = [...new Set([...(planned === '' ? [''] : []), ...names.keys()])];
  return (
    <Card title={say(WORDS.title)}>
      <Form
        error={otherError(act.error)}
        onSubmit={() => {
          if (change) act.save(change);
        }}
        actions={
          <>
            <Button type="submit" kind="outline" busy={act.busy} disabled={!change}>
              {say(WORDS.save)}
            </Button>
            {(desk?.formation !== undefined || desk?.lostCars) && (
              <Button
                kind="outline"
                busy={act.busy}
                onClick={() => act.save({ formation: null, lostCars: null })}
              >
                {say(WORDS.undo)}
              </Button>
            )}
          </>
        }
      >
        {ids.length > 1 && (
          <SelectField
            label={say(WORDS.formation)}
            value={shown}
            onValue={setFormation}
            choices={ids.map((id) => ({ value: id, label: labelOf(id) }))}
          />
        )}
        {cars.length > 0 && (
          <fieldset className={css['cars']}>
            <legend>{say(WORDS.lost)}</legend>
            {cars.map((car) => (
              <Checkbox
                key={car}
                checked={missing.includes(car)}
                onChecked={(isLost) =>
                  setLost(
                    isLost
                      ? [...missing, car].toSorted((a, b) => a - b)
                      : missing.filter((each) => each !== car),
                  )
                }
              >
                {say(WORDS.car(car))}
              </Checkbox>
            ))}
          </fieldset>
        )}
        <EffectsLine of={train} change={change} />
        <Overtaken error={act.error} />
      </Form>
    </Card>
  );
}
