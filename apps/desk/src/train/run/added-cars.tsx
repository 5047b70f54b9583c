// Gives cars to a train that a live feed adds, so that its seats can be reserved, and takes them away.
import { useState } from 'react';
import type { DataOf } from '@kippu/contract/route-types';
import { isRefusal } from '@kippu/client/call-error';
import type { BodyOf } from '@kippu/contract/call';
import type { deskChangeAddedTrain as ChangeCall, FormationCars } from '@kippu/contract/calls/desk/live';
import type { ExtraTrain } from '@kippu/contract/calls/desk/occupancy';
import { MAX_LIVE } from '@kippu/contract/limits';
import { deskChangeAddedTrain, deskTryAddedTrain } from '@kippu/contract/routes/desk/live';
import { deskDeparture, deskOccupancy } from '@kippu/contract/routes/desk/occupancy';
import { Button } from '@kippu/ui/button';
import { toast } from '@kippu/ui/toast';
import { errorText } from '../../app/call/error-text.ts';
import { useAct, useLook } from '../../app/call/queries.ts';
import { hrefOf, navigate } from '../../app/router/router.ts';
import { useMay } from '../../app/session/rights.ts';
import { text, useLanguage, useSay } from '../../app/text/texts.ts';
import { Checkbox, SelectField, TextField } from '../../ui/controls/field.tsx';
import { FormDialog } from '../../ui/layout/form-dialog.tsx';
import { ConfirmDialog } from '../../ui/messages/dialog.tsx';
import { ErrorBox } from '../../ui/messages/error-box.tsx';
import { Counts } from './effects-line.tsx';
import css from './run.module.css';
import { useSettled } from './use-change.ts';

const WORDS = {
  give: text('号車を決めて座席を売る', 'Give it cars and sell seats'),
  giveTitle: (name: string) => text('{name}の座席を売りますか', 'Sell seats on {name}?', { name }),
  giveLead: text(
    '保存するとすぐに予約できます。いつでも取り消せます。',
    'Seats can be reserved as soon as you save. You can undo this at any time.',
  ),
  number: text('列車番号', 'Train number'),
  numberHint: text(
    'お客さまの予約と駅の案内に出る番号です。',
    'Travellers read it on their reservation and on departure boards.',
  ),
  numberMissing: text('列車番号を入力してください。', 'Please give the train number.'),
  formation: text('編成', 'Formation'),
  ofCars: (formation: string, cars: number) =>
    text('{formation}（{cars}両）', '{formation} ({cars} cars)', { formation, cars }),
  lost: text('欠ける号車', 'Missing cars'),
  car: (car: number) => text('{car}号車', 'Car {car}', { car }),
  save: text('座席を売る', 'Sell seats'),
  saved: text('座席を売り始めました', 'Seats are on sale'),
  take: text('座席の販売をやめる', 'Take seats out of sale'),
  takeTitle: (no: string) =>
    text('{no}号の座席の販売をやめますか', 'Take the seats of train {no} out of sale?', { no }),
  takeLead: text(
    '予約のあるお客さまには、この列車の予約がなくなったことを知らせ、別の列車を案内します。列車が運休なら、代わりに運休にしてください。',
    'Travellers with a reservation are notified that they have none on this train any more, and choose another one. If the train does not run, cancel it instead.',
  ),
  keep: text('販売を続ける', 'Keep selling'),
  taken: text('座席の販売をやめました', 'Seats are out of sale'),
  counting: text('影響を調べています', 'Counting whom it touches'),
};

type Change = BodyOf<typeof ChangeCall>;

const CHANGED = [deskOccupancy, deskDeparture, deskTryAddedTrain];

/** Whom a change would touch. `change` is undefined while it is not complete. */
function Effects({ change }: { readonly change: Change | undefined }) {
  const say = useSay();
  const key = JSON.stringify(change ?? null);
  const settled = useSettled(key);
  const isAsked = change !== undefined && settled === key;
  const read = useLook(
    deskTryAddedTrain,
    (JSON.parse(settled) as Change | null) ?? { tripId: '-', serviceDate: '-', cars: null },
    { enabled: isAsked },
  );
  if (!isAsked) return <div className={css['effects']} role="status" />;
  return (
    <div className={css['effects']} role="status">
      {read.data ? <Counts of={read.data} /> : !read.error && <span>{say(WORDS.counting)}</span>}
      <ErrorBox error={read.error} again={() => void read.refetch()} />
    </div>
  );
}

interface GiveProps {
  readonly train: ExtraTrain;
  readonly name: string;
  readonly serviceDate: string;
  readonly formations: readonly FormationCars[];
}

function GiveDialog({
  train: { tripId, trainNo },
  name,
  serviceDate,
  formations,
  onClose,
}: GiveProps & { readonly onClose: () => void }) {
  const say = useSay();
  const language = useLanguage();
  const [number, setNumber] = useState(trainNo);
  const [formation, setFormation] = useState(formations[0]?.formationId ?? '');
  const [lostCars, setLostCars] = useState<readonly number[]>([]);
  const [tried, setTried] = useState(false);
  const act = useAct(deskChangeAddedTrain, {
    changes: CHANGED,
    onDone: ({ departureId }: DataOf<typeof deskChangeAddedTrain>) => {
      toast(say(WORDS.saved));
      navigate(hrefOf('trains', [departureId]));
    },
  });
  const typed = number.trim();
  const change: Change | undefined =
    typed === '' || formation === ''
      ? undefined
      : { tripId, serviceDate, cars: { trainNo: typed, formation, lostCars: [...lostCars] } };
  const taken = isRefusal(act.error, 'REQ-0001') ? errorText(act.error, language) : undefined;
  const cars = formations.find(({ formationId }) => formationId === formation)?.cars ?? [];
  return (
    <FormDialog
      title={say(WORDS.giveTitle(name))}
      submit={say(WORDS.save)}
      act={act}
      shown={taken !== undefined}
      lead={<p>{say(WORDS.giveLead)}</p>}
      onSubmit={() => {
        setTried(true);
        if (change) act.run({ body: change });
      }}
      onClose={onClose}
    >
      <TextField
        label={say(WORDS.number)}
        hint={say(WORDS.numberHint)}
        value={number}
        onValue={setNumber}
        maxLength={MAX_LIVE.trainNo}
        error={tried && typed === '' ? say(WORDS.numberMissing) : taken}
        autoFocus
      />
      <SelectField
        label={say(WORDS.formation)}
        value={formation}
        onValue={(chosen) => {
          setFormation(chosen);
          setLostCars([]);
        }}
        choices={formations.map(({ formationId, series, cars: all }) => ({
          value: formationId,
          label: say(WORDS.ofCars(`${formationId} · ${series}`, all.length)),
        }))}
      />
      <fieldset className={css['cars']}>
        <legend>{say(WORDS.lost)}</legend>
        {cars.map((car) => (
          <Checkbox
            key={car}
            checked={lostCars.includes(car)}
            onChecked={(isLost) =>
              setLostCars(isLost ? [...lostCars, car] : lostCars.filter((each) => each !== car))
            }
          >
            {say(WORDS.car(car))}
          </Checkbox>
        ))}
      </fieldset>
      <Effects change={change} />
    </FormDialog>
  );
}

/** Nothing for staff who may not do it, and for a railway without formations. */
export function GiveCars(props: GiveProps) {
  const say = useSay();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may(deskChangeAddedTrain) || props.formations.length === 0) return null;
  return (
    <>
      <Button kind="outline" onClick={() => setOpen(true)}>
        {say(WORDS.give)} <span className="unseen">{props.name}</span>
      </Button>
      {isOpen && <GiveDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** For a train of the timetable to which the desk gave cars. */
export function TakeCars({
  addedAs,
  serviceDate,
  trainNo,
}: {
  readonly addedAs: string;
  readonly serviceDate: string;
  readonly trainNo: string;
}) {
  const say = useSay();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const act = useAct(deskChangeAddedTrain, {
    changes: [deskOccupancy, deskTryAddedTrain],
    onDone: () => {
      toast(say(WORDS.taken));
      navigate(hrefOf('trains', [], { date: serviceDate }));
    },
  });
  if (!may(deskChangeAddedTrain)) return null;
  const change: Change = { tripId: addedAs, serviceDate, cars: null };
  return (
    <>
      <Button kind="outline" onClick={() => setOpen(true)}>
        {say(WORDS.take)}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={say(WORDS.takeTitle(trainNo))}
          confirm={say(WORDS.take)}
          dismiss={say(WORDS.keep)}
          busy={act.busy}
          error={act.error}
          onConfirm={() => act.run({ body: change })}
          onClose={() => {
            act.clear();
            setOpen(false);
          }}
        >
          <p>{say(WORDS.takeLead)}</p>
          <Effects change={change} />
        </ConfirmDialog>
      )}
    </>
  );
}
