// Asks for the staff's PIN. The keys are large enough for gloves.
import { Delete } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Both } from './parts.tsx';
import { span, text, type Text } from '../text/texts.ts';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
const MAX_PIN = 8;

interface Props {
  readonly onTry: (pin: string) => Promise<'right' | 'wrong' | number>;
  readonly onRight: () => void;
  readonly onBack: () => void;
}

export function PinScreen({ onTry, onRight, onBack }: Props) {
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Text | null>(null);
  const [forgotten, setForgotten] = useState(false);

  const submit = async () => {
    if (busy || pin === '') return;
    setBusy(true);
    const answer = await onTry(pin);
    setBusy(false);
    setPin('');
    if (answer === 'right') return onRight();
    setProblem(
      answer === 'wrong'
        ? text('暗証番号が違います', 'Wrong PIN')
        : text('{answer}後にもう一度', 'Try again in {answer}', { answer: span(answer) }),
    );
    setForgotten(true);
  };
  const press = (key: string) => setPin((typed) => (typed + key).slice(0, MAX_PIN));
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (/^\d$/.test(event.key)) press(event.key);
    else if (event.key === 'Backspace') setPin((typed) => typed.slice(0, -1));
    else if (event.key === 'Escape') onBack();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  return (
    <main className="sheet pin">
      <h1>
        <Both of={text('係員の暗証番号', 'Staff PIN')} />
      </h1>
      <p className="dots" role="status" aria-label={`${pin.length}桁`}>
        {pin === '' ? ' ' : '●'.repeat(pin.length)}
      </p>
      <p className="problem" role="alert">
        {problem && <Both of={problem} />}
      </p>
      <div className="keys">
        {KEYS.map((key) => (
          <button key={key} type="button" onClick={() => press(key)}>
            {key}
          </button>
        ))}
        <button
          type="button"
          aria-label="1字消す Delete"
          onClick={() => setPin((typed) => typed.slice(0, -1))}
        >
          <Delete size={28} strokeWidth={1.75} />
        </button>
        <button type="button" onClick={() => press('0')}>
          0
        </button>
        <button type="button" className="primary" disabled={busy} onClick={() => void submit()}>
          <Both of={text('開く', 'Open')} />
        </button>
      </div>
      {forgotten && (
        <p className="hint">
          <Both
            of={text(
              '忘れたときは、未送信がなくなるまで待ち、ブラウザーでこのページのデータを消して、本部の新しいコードで登録し直してください。',
              'Forgotten? Wait until nothing is left to send, delete this page’s data in the browser, and enrol again with a new code from head office.',
            )}
          />
        </p>
      )}
      <button type="button" className="quiet" onClick={onBack}>
        <Both of={text('戻る', 'Back')} />
      </button>
    </main>
  );
}
