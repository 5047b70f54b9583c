// The small parts that the screens share: two-language text, shapes, the ticket's details.
import type { Certificate } from '@kippu/ticket-code/certificate-payload';
import type { ReactNode } from 'react';
import { CATEGORY, text, type Text } from './texts.ts';
import { wallOf } from './tokyo-time.ts';

/** Japanese, and English under or beside it. */
export function Both({ of, className = '' }: { of: Text; className?: string }) {
  return (
    <span className={`both ${className}`}>
      <span>{of.ja}</span>
      <span lang="en" className="en">
        {of.en}
      </span>
    </span>
  );
}

/** A disc with a tick, an octagon with a cross, a square with a hand, a disc with a bar: colour is never alone. */
export function VerdictShape({ kind }: { kind: 'go' | 'stop' | 'staff' | 'closed' }) {
  return (
    <svg className="shape" viewBox="0 0 200 200" aria-hidden="true">
      {kind === 'go' && (
        <>
          <circle cx="100" cy="100" r="96" fill="currentColor" />
          <path d="m48 104 36 36 68-74" className="cut" />
        </>
      )}
      {kind === 'stop' && (
        <>
          <path d="M60 4h80l56 56v80l-56 56H60L4 140V60z" fill="currentColor" />
          <path d="m58 58 84 84m0-84-84 84" className="cut" />
        </>
      )}
      {kind === 'closed' && (
        <>
          <circle cx="100" cy="100" r="96" fill="currentColor" />
          <path d="M48 100h104" className="cut" />
        </>
      )}
      {kind === 'staff' && (
        <>
          <rect x="4" y="4" width="192" height="192" rx="40" fill="currentColor" />
          <path
            className="hand"
            d="M66 110V66a10 10 0 0 1 20 0v34-50a10 10 0 0 1 20 0v50-44a10 10 0 0 1 20 0v50-32a10 10 0 0 1 20 0v52c0 30-18 46-42 46-20 0-32-8-42-26l-19-33a10 10 0 0 1 17-11z"
          />
        </>
      )}
    </svg>
  );
}

/** Takes epoch seconds; gives `11/29 23:59` as staff read it. */
const shortTime = (seconds: number): string =>
  wallOf(seconds * 1000)
    .slice(5, 16)
    .replace('-', '/');

/** What staff check: who, what, which train, until when. */
export function TicketDetails({ certificate }: { certificate: Certificate }) {
  const { passengerCategory, productName, seat, validUntil, ticketNo } = certificate;
  const seatText =
    seat && text(`${seat.train} ${seat.car}号車 ${seat.seat}`, `Car ${seat.car}, seat ${seat.seat}`);
  return (
    <div className="details">
      <Both of={CATEGORY[passengerCategory]} className="category" />
      <span className="product">{productName}</span>
      {seatText && <Both of={seatText} />}
      <Both of={text(`${shortTime(validUntil)}まで有効`, `Valid until ${shortTime(validUntil)}`)} />
      <span className="number">{ticketNo}</span>
    </div>
  );
}

/** A heading with what belongs to it. */
export function Section({ title, children }: { title: Text; children: ReactNode }) {
  return (
    <section className="section">
      <h2>
        <Both of={title} />
      </h2>
      {children}
    </section>
  );
}

/** One of a few, as large buttons; `rows` puts each long one on a line of its own. */
export function Choice<V extends string | number>(props: {
  readonly label: Text;
  readonly rows?: boolean;
  readonly options: readonly { readonly value: V; readonly text: Text }[];
  readonly value: V | null;
  readonly onChange: (value: V) => void;
}) {
  const { label, rows = false, options, value, onChange } = props;
  return (
    <fieldset className={rows ? 'choice rows' : 'choice'}>
      <legend>
        <Both of={label} />
      </legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          <Both of={option.text} />
        </button>
      ))}
    </fieldset>
  );
}
