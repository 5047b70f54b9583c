// The form for staff actions: entry or exit by number, forced exit (37) or forced use (38), always with a reason.
import { BY_HAND_REASONS, type GateDirection } from '@kippu/contract/values';
import type { GateCode } from '@kippu/contract/calls/gate/gate';
import { useState, type FormEvent } from 'react';
import type { StaffAct } from '../core/machine-ports.ts';
import type { Shown } from '../core/gate-view.ts';
import { Both, Choice } from './parts.tsx';
import { CATEGORY, REASONS, text, type Text } from '../text/texts.ts';
import { timeOf } from '../text/railway-time.ts';

/** The actions with their directions. A forced action is allowed at any gate. */
const ACTS: readonly { readonly value: GateCode; readonly direction?: 'in' | 'out'; readonly text: Text }[] =
  [
    { value: 31, direction: 'in', text: text('番号で入場', 'Entry by number') },
    { value: 32, direction: 'out', text: text('番号で出場', 'Exit by number') },
    { value: 37, text: text('強制出場 37', 'Forced exit 37') },
    { value: 38, text: text('強制使用 38', 'Forced use 38') },
  ];
/** The part of 'KQ1:' that reaches a field before the scan is recognised. */
const CODE_BEGINNING = 'KQ1';

/**
 * Returns the ticket number from typed text, which may be full-width. Returns null if it cannot be a ticket number, or
 * if it contains the start of a scanned code.
 */
export function ticketNumber(typed: string): string | null {
  const number = typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  return !number.includes(CODE_BEGINNING) && /^[0-9A-Z]{6,32}$/.test(number) ? number : null;
}

interface Props {
  /** The directions that the gate is enrolled for. */
  readonly allowed: GateDirection;
  readonly recent: readonly Shown[];
  readonly onAct: (act: StaffAct) => void;
}

export function HandForm({ allowed, recent, onAct }: Props) {
  const acts = ACTS.filter(
    ({ direction }) => direction === undefined || allowed === 'both' || allowed === direction,
  );
  const [code, setCode] = useState<GateCode>(allowed === 'out' ? 32 : 31);
  const [readId, setReadId] = useState<number | null>(null);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<Text | null>(null);
  const [sure, setSure] = useState(false);
  const reads = recent
    .flatMap(({ id, at, certificate }) => (certificate ? [{ id, at, certificate }] : []))
    .slice(0, 3);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = reads.find((each) => each.id === readId);
    const ticketNo = ticketNumber(typed);
    if (!read && !ticketNo)
      return setProblem(text('きっぷを選ぶか番号を入力してください', 'Choose a ticket or enter its number'));
    if (reason.trim() === '') return setProblem(text('理由を選んでください', 'Give the reason'));
    setProblem(null);
    // A forced action cannot be undone, so it needs confirmation.
    if (code > 32 && !sure) return setSure(true);
    const ticket = read ? { certificate: read.certificate } : { ticketNo: ticketNo ?? '' };
    onAct({ code, ticket, reason: reason.trim() });
  };
  const change = (work: () => void) => {
    setSure(false);
    setProblem(null);
    work();
  };

  return (
    <form className="hand-form" onSubmit={submit} noValidate>
      <div className="hand-column">
        <Choice
          label={text('何をしますか', 'What to do')}
          options={acts}
          value={code}
          onChange={(value) => change(() => setCode(value))}
        />
        {reads.length > 0 && (
          <Choice
            label={text('最近読んだきっぷ', 'A ticket just read')}
            rows
            value={readId}
            onChange={(value) => change(() => setReadId(value === readId ? null : value))}
            options={reads.map(({ id, at, certificate }) => ({
              value: id,
              text: text('{time} {category}\n{product}', '{ticketNo}', {
                time: timeOf(at),
                category: CATEGORY[certificate.passengerCategory],
                product: certificate.productName,
                ticketNo: certificate.ticketNo,
              }),
            }))}
          />
        )}
        {readId === null && (
          <label>
            <Both of={text('きっぷの番号', 'Ticket number')} />
            <input
              name="ticket-number"
              inputMode="numeric"
              autoComplete="off"
              maxLength={40}
              value={typed}
              onChange={(event) => change(() => setTyped(event.target.value))}
            />
          </label>
        )}
      </div>
      <div className="hand-column">
        <Choice
          label={text('理由', 'Reason')}
          options={BY_HAND_REASONS.map((value) => ({ value: value as string, text: REASONS[value] }))}
          value={reason}
          onChange={(value) => change(() => setReason(value))}
        />
        <label>
          <Both of={text('ほかの理由（お客様に表示）', 'Another reason (shown to the traveller)')} />
          <input
            name="reason"
            autoComplete="off"
            maxLength={200}
            value={BY_HAND_REASONS.some((each) => each === reason) ? '' : reason}
            onChange={(event) => change(() => setReason(event.target.value))}
          />
        </label>
      </div>
      <div className="hand-end">
        {problem && (
          <p className="problem" role="alert">
            <Both of={problem} />
          </p>
        )}
        {sure && (
          <p className="sure" role="alert">
            <Both
              of={text(
                '取り消せません。もう一度押すと記録します。',
                'This cannot be undone. Press again to record it.',
              )}
            />
          </p>
        )}
        <button type="submit" className="primary">
          <Both of={sure ? text('記録する', 'Record it') : text('通す', 'Let pass')} />
        </button>
      </div>
    </form>
  );
}
