// The first screen of a gate: the one-time code, the direction and the staff's PIN.
import type { GateDirection } from '@kippu/contract/values';
import { useState, type FormEvent } from 'react';
import { Both, Choice, ProblemBox } from './parts.tsx';
import { enrolWords, troubleOf } from '../text/refusals.ts';
import { isEasyPin, isPin } from '../storage/staff-pin.ts';
import { DIRECTION, text, type Text } from '../text/texts.ts';

/** The problem, what to do about it, and the field concerned. */
interface Problem {
  readonly title: Text;
  readonly todo?: Text;
  readonly at?: 'code' | 'pin' | 'again';
}
const problemOf = (error: unknown): Problem => ({
  ...enrolWords(error),
  ...(/^(code|notTaken)/.test(troubleOf(error)) && { at: 'code' as const }),
});

interface Props {
  readonly onEnrol: (input: { code: string; pin: string; direction: GateDirection }) => Promise<void>;
}

export function EnrolScreen({ onEnrol }: Props) {
  const [code, setCode] = useState('');
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [direction, setDirection] = useState<GateDirection>('in');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = (at: Problem['at'], title: Text) => setProblem({ title, ...(at && { at }) });
    if (code.trim() === '') return wrong('code', text('コードを入力してください', 'Enter the code'));
    if (!isPin(pin)) return wrong('pin', text('暗証番号は4〜8桁の数字です', 'The PIN has 4 to 8 digits'));
    if (isEasyPin(pin))
      return wrong(
        'pin',
        text('推測されやすい番号です。別の番号にしてください', 'This PIN is easy to guess. Choose another'),
      );
    if (pin !== again) return wrong('again', text('暗証番号が一致しません', 'The two PINs differ'));
    setBusy(true);
    setProblem(null);
    try {
      await onEnrol({ code, pin, direction });
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };

  return (
    <main className="sheet">
      <h1>
        <Both of={text('改札機の登録', 'Enrol this gate')} />
      </h1>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <label>
          <Both of={text('登録コード', 'One-time code')} />
          <input
            name="code"
            className="code"
            value={code}
            aria-invalid={problem?.at === 'code'}
            onChange={(event) => setCode(event.target.value)}
            placeholder="XXXX-XXXX-XXXX"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
          />
        </label>
        <Choice
          label={text('向き', 'Direction')}
          options={(['in', 'out', 'both'] as const).map((value) => ({ value, text: DIRECTION[value] }))}
          value={direction}
          onChange={setDirection}
        />
        <div className="pair">
          <label>
            <Both of={text('係員の暗証番号', 'Staff PIN')} />
            <input
              name="pin"
              type="password"
              inputMode="numeric"
              autoComplete="new-password"
              value={pin}
              aria-invalid={problem?.at === 'pin'}
              onChange={(event) => setPin(event.target.value)}
            />
          </label>
          <label>
            <Both of={text('もう一度', 'Once more')} />
            <input
              name="pin-again"
              type="password"
              inputMode="numeric"
              autoComplete="new-password"
              value={again}
              aria-invalid={problem?.at === 'again'}
              onChange={(event) => setAgain(event.target.value)}
            />
          </label>
        </div>
        <p className="hint">
          <Both
            of={text(
              'コードは本部で発行します。駅はコードで決まり、片方向用のコードなら向きも決まります。「入出場」は係員がいる改札だけで使います。',
              'Head office creates the code, which sets the station. A code for one direction also sets that. ‘Entry and exit’ is for attended gates only.',
            )}
          />
        </p>
        {problem && <ProblemBox title={problem.title} todo={problem.todo} />}
        <button type="submit" className="primary" disabled={busy}>
          <Both of={busy ? text('登録中…', 'Enrolling…') : text('登録する', 'Enrol')} />
        </button>
      </form>
    </main>
  );
}
