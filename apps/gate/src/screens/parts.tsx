// Small parts that the screens share: text in two languages, shapes and ticket details.
import type { Certificate } from '@kippu/ticket-code/certificate/payload';
import type { ReactNode } from 'react';
import { CATEGORY, gateLanguages, text, type Text } from '../text/texts.ts';
import { epochToWall } from '@kippu/domain/time/service-day';

/** The railway's own language, with another under or beside it. A name that is the same in both stands once. */
export function Both({ of, className = '' }: { of: Text; className?: string }) {
  const [own, ...others] = gateLanguages();
  const shown = own === undefined ? [] : [own, ...others.filter((language) => of[language] !== of[own])];
  return (
    <span className={`both ${className}`}>
      {shown.map((language, at) => (
        <span key={language} lang={language} className={at === 0 ? undefined : 'en'}>
          {of[language]}
        </span>
      ))}
    </span>
  );
}

/**
 * A disc with a tick, an octagon with a cross, a square with a hand or a disc with a bar. Each verdict has its own
 * shape, so that it does not depend on colour.
 */
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

/** Formats epoch seconds as `11/29 23:59`. */
const shortTime = (seconds: number): string =>
  epochToWall(seconds * 1000)
    .slice(5, 16)
    .replace('-', '/');

/** The ticket details that staff check. */
export function TicketDetails({ certificate }: { certificate: Certificate }) {
  const { passengerCategory, productName, seat, validUntil, ticketNo } = certificate;
  const seatText =
    seat &&
    text('{train} {car}号車 {seat}', 'Car {car}, seat {seat}', {
      train: seat.train,
      car: seat.car,
      seat: seat.seat,
    });
  return (
    <div className="details">
      <Both of={CATEGORY[passengerCategory]} className="category" />
      <span className="product">{productName}</span>
      {seatText && <Both of={seatText} />}
      <Both
        of={text('{validUntil}まで有効', 'Valid until {validUntil}', { validUntil: shortTime(validUntil) })}
      />
      <span className="number">{ticketNo}</span>
    </div>
  );
}

/** A problem and what staff do about it. */
export function ProblemBox({ title, todo }: { title: Text; todo?: Text | undefined }) {
  return (
    <div className="problem" role="alert">
      <Both of={title} />
      {todo && <Both of={todo} className="next" />}
    </div>
  );
}

/** A heading with its section. */
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

/** A choice of one option, as large buttons. `rows` puts each option on its own line. */
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
