// The screen for staff at an exchange counter or entrance: one field for a number or code, and the act of taking it in.
import { Camera, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { deskCounters, deskLookTakeIn, deskTakeIn } from '@kippu/contract/routes/desk/counter';
import type { TakeIn } from '@kippu/contract/calls/desk/counter';
import { TAKE_IN_TEXT } from '@kippu/contract/limits';
import { nameIn } from '@kippu/contract/names';
import { isOvertaken, useAct, useRead } from '../app/call/queries.ts';
import type { ScreenProps } from '../app/router/router.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { SelectField, TextField } from '../ui/controls/field.tsx';
import { ErrorBox } from '../ui/messages/error-box.tsx';
import { Card, Page } from '../ui/layout/page.tsx';
import { canReadCodes, CodeCamera } from './code-camera.tsx';
import css from './counter.module.css';
import { FoundTicket } from './found-ticket.tsx';
import { useKeptCounter } from './kept-counter.ts';
import { faultOf, type TypedFault } from './typed-number.ts';

const WORDS = {
  title: text('窓口での受け取り', 'Take in at the counter'),
  lead: text(
    'お客様の画面の番号を入力するか、コードを読み取ります。受け取りは1枚につき1回です。',
    'Type the number on the traveller’s screen, or scan the code. Each is taken in once.',
  ),
  counter: text('この端末のある窓口', 'This device is at'),
  none: text('窓口ではない（入場のみ）', 'No counter (admissions only)'),
  field: text('引換番号・きっぷ番号・コード', 'Exchange number, ticket number or code'),
  hint: text(
    '引換番号は10けたです（以前のものは8けた）。バーコードリーダーでも入力できます。',
    'An exchange number has 10 digits, an older one 8. A barcode scanner types here too.',
  ),
  look: text('確認', 'Look it up'),
  camera: text('カメラで読み取る', 'Use the camera'),
};
const FAULTS: Readonly<Record<TypedFault, ReturnType<typeof text>>> = {
  empty: text('番号を入力してください。', 'Please type a number.'),
  check: text(
    '番号のどこかが違います。1けたずつ確かめてください。',
    'A digit is wrong. Check the number digit by digit.',
  ),
  length: text(
    'けた数が違います。引換番号は10けた（以前は8けた）、きっぷ番号は12けたです。',
    'It has the wrong length: exchange numbers have 10 digits, older ones 8, ticket numbers 12.',
  ),
};

interface Shown {
  readonly found: TakeIn;
  readonly mine: boolean;
  readonly changed: boolean;
}

function CounterField({
  value,
  onValue,
}: {
  readonly value: string;
  readonly onValue: (id: string) => void;
}) {
  const say = useSay();
  const language = useLanguage();
  const counters = useRead(deskCounters, {});
  const choices = (counters.data ?? []).map((counter) => ({
    value: counter.counterId,
    label: nameIn(counter, 'counterName', language),
  }));
  return (
    <>
      <SelectField
        label={say(WORDS.counter)}
        value={choices.some((choice) => choice.value === value) ? value : ''}
        onValue={onValue}
        choices={[{ value: '', label: say(WORDS.none) }, ...choices]}
      />
      <ErrorBox error={counters.error} again={() => void counters.refetch()} />
    </>
  );
}

export function CounterScreen(_props: ScreenProps) {
  const say = useSay();
  const [counterId, setCounterId] = useKeptCounter();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<TypedFault | null>(null);
  const [filming, setFilming] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const at = counterId === '' ? {} : { counterId };
  useEffect(() => field.current?.focus(), []);

  const look = useAct(deskLookTakeIn, {
    onDone: (found) => setShown({ found, mine: false, changed: false }),
  });
  /** The ticket's current state, after an act on it was refused. */
  const lookAgain = useAct(deskLookTakeIn, {
    onDone: (found) => setShown({ found, mine: false, changed: true }),
  });
  const take = useAct(deskTakeIn, {
    onDone: (found) => {
      setShown({ found, mine: true, changed: false });
      field.current?.focus();
      field.current?.select();
    },
    onOvertaken: () => {
      if (shown) lookAgain.run({ body: { text: shown.found.ticketNo, ...at } });
    },
  });
  const clear = () => {
    look.clear();
    lookAgain.clear();
    take.clear();
    setShown(null);
  };
  const ask = (read: string) => {
    const wrong = faultOf(read);
    clear();
    setFault(wrong);
    if (wrong === null) look.run({ body: { text: read, ...at } });
    field.current?.select();
  };
  const refused = isOvertaken(take.error) ? null : take.error;
  return (
    <Page title={say(WORDS.title)} lead={say(WORDS.lead)}>
      <Card>
        <div className={css['form']}>
          <CounterField
            value={counterId}
            onValue={(next) => {
              setCounterId(next);
              clear();
            }}
          />
          <form
            className={css['big']}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              ask(typed);
            }}
          >
            <TextField
              label={say(WORDS.field)}
              hint={say(WORDS.hint)}
              value={typed}
              onValue={(next) => setTyped(next.slice(0, TAKE_IN_TEXT))}
              error={fault ? say(FAULTS[fault]) : undefined}
              ref={field}
              inputMode="text"
              enterKeyHint="search"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              onFocus={(event) => event.target.select()}
              after={
                <Button type="submit" icon={Search} busy={look.busy}>
                  {say(WORDS.look)}
                </Button>
              }
            />
          </form>
          {canReadCodes() && !filming && (
            <div>
              <Button kind="outline" icon={Camera} onClick={() => setFilming(true)}>
                {say(WORDS.camera)}
              </Button>
            </div>
          )}
          {filming && (
            <CodeCamera
              onCode={(code) => {
                setFilming(false);
                setTyped('');
                ask(code);
              }}
              onClose={() => setFilming(false)}
            />
          )}
        </div>
      </Card>
      <ErrorBox error={look.error ?? lookAgain.error ?? refused} />
      {shown && (
        <FoundTicket
          {...shown}
          atCounter={counterId !== ''}
          busy={take.busy}
          onTake={() =>
            take.run({ body: { ticketNo: shown.found.ticketNo, version: shown.found.version, ...at } })
          }
        />
      )}
    </Page>
  );
}
