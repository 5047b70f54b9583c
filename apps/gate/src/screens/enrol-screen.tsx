// The gate's first minute: its one-time code, its direction and the staff's PIN.
import type { GateDirection } from '@kippu/contract/gate';
import { useState, type FormEvent } from 'react';
import { CallError } from './call-server.ts';
import { Both, Choice } from './parts.tsx';
import { isPin } from './staff-pin.ts';
import { DIRECTION, span, text, type Text } from './texts.ts';

const PROBLEMS: Record<string, Text> = {
  'ACC-0004': text('コードが違うか、使用済みです', 'The code is wrong or already used'),
  'ACC-0005': text('コードの期限（24時間）が切れています', 'The code is older than 24 hours'),
};

function problemOf(error: unknown): Text {
  if (!(error instanceof CallError)) return text('端末に保存できません', 'This device cannot keep it');
  if (error.kind === 'offline')
    return text(
      'サーバーに届きません。通信を確認してください',
      'The server is not reached: check the network',
    );
  if (error.kind === 'busy') {
    const wait = span(Math.ceil(error.waitMs / 1000) || 60);
    return text(`回数が多すぎます。${wait.ja}後にもう一度`, `Too many tries: try again in ${wait.en}`);
  }
  return PROBLEMS[error.code] ?? text(`登録できません（${error.code}）`, `Not enrolled (${error.code})`);
}

interface Props {
  readonly onEnrol: (input: { code: string; pin: string; direction: GateDirection }) => Promise<void>;
}

export function EnrolScreen({ onEnrol }: Props) {
  const [code, setCode] = useState('');
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [direction, setDirection] = useState<GateDirection>('both');
  const [problem, setProblem] = useState<Text | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return setProblem(text('コードを入力してください', 'Enter the code'));
    if (!isPin(pin)) return setProblem(text('暗証番号は4〜8桁の数字です', 'The PIN has 4 to 8 digits'));
    if (pin !== again) return setProblem(text('暗証番号が一致しません', 'The two PINs differ'));
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
              onChange={(event) => setAgain(event.target.value)}
            />
          </label>
        </div>
        <p className="hint">
          <Both
            of={text(
              'コードは本部で発行します。駅はコードで決まり、片方向用のコードなら向きも決まります。',
              'The desk makes the code. It fixes the station, and the direction where it is for one only.',
            )}
          />
        </p>
        {problem && (
          <p className="problem" role="alert">
            <Both of={problem} />
          </p>
        )}
        <button type="submit" className="primary" disabled={busy}>
          <Both of={busy ? text('登録中…', 'Enrolling…') : text('登録する', 'Enrol')} />
        </button>
      </form>
    </main>
  );
}
