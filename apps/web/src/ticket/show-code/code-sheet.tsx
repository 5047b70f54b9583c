// One traveller's code. Without a code: the reason, what to do, and the ticket number for staff.
import { nameIn } from '@kippu/contract/names';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { fillWords } from '@kippu/words/error-words';
import type { Direction } from '@kippu/ticket-code/code/moment';
import { useState } from 'react';
import { type CallError } from '@kippu/client/call-error';
import { isErrorCode } from '../../app/errors/error-kinds.ts';
import { clockOffset } from '../../app/clock/server-clock.ts';
import { formatMoment, groupedNumber, joinSentences } from '../../i18n/format.ts';
import { useForStaff } from '../../i18n/for-staff.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Paper } from '../../ui/layout/paper.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { slotAt } from './code-moment.ts';
import css from './code-screen.module.css';
import {
  showsNumber,
  STALE_STATES,
  type CodeSource,
  type CodeState,
  type StaleState,
} from '../code/code-state.ts';
import { QrPicture } from '@kippu/ui/qr-picture';
import { dateLine, exitEndOf, isForGates } from '../view/ticket-view.ts';
import { useCodeText } from '../code/use-code.ts';

interface Props {
  /** Undefined until it is loaded. */
  readonly ticket: TicketSummary | undefined;
  /** The ticket must be activated first. */
  readonly idle: boolean;
  /** The source of the code; undefined until it is known, and while another traveller's code is shown. */
  readonly source: CodeSource | undefined;
  readonly state: CodeState | undefined;
  readonly inside: boolean;
  /** Epoch milliseconds, server's clock. */
  readonly now: number;
  /** The traveller bar is shown above. */
  readonly narrow: boolean;
  /** Next to the visible sheet: keeps its place but runs no timers. */
  readonly aside: boolean;
}

export function CodeSheet({ ticket, idle, source, state: codeState, inside, now, narrow, aside }: Props) {
  const { ticket: words, code: codeWords } = useMessages();
  const [chosen, setChosen] = useState<Direction | null>(null);
  const exitOnly = codeState === 'exitOnly';
  const direction = exitOnly ? 'out' : (chosen ?? (inside ? 'out' : 'in'));
  const { slot, secondsLeft, share } = slotAt(now);
  const code = source && 'code' in source && codeState && !showsNumber(codeState) ? source.code : undefined;
  const signed = useCodeText(code, slot, direction, now);
  // A key that cannot sign is treated as no key.
  const state = signed === 'failed' ? 'noKey' : codeState;
  const shown = signed === 'failed' ? null : signed;
  if (idle)
    return (
      <div className={css['stack']}>
        <NoticeBox tone="warn" title={words.notInUse}>
          {codeWords.startFirst}
        </NoticeBox>
        {ticket && (
          <Paper>
            <Facts ticket={ticket} />
          </Paper>
        )}
      </div>
    );
  if (state && showsNumber(state))
    return (
      <div className={css['stack']}>
        <StateNotice state={state} ticket={ticket} source={source} />
        {ticket && <StaffNumber ticket={ticket} asks={state !== 'ended' && isForGates(ticket)} />}
      </div>
    );
  return (
    <div className={`${css['stack']} ${css['live']}`}>
      {!exitOnly && isForGates(ticket) && (
        <Segmented
          label={words.direction}
          value={direction}
          options={[
            { value: 'in', label: words.entering },
            { value: 'out', label: words.leaving },
          ]}
          onChange={setChosen}
        />
      )}
      <div className={css['bleed']}>
        <Paper stub={ticket && <Facts ticket={ticket} />}>
          <div className={`${css['white']} ${narrow ? css['narrow'] : ''}`}>
            {shown ? (
              <QrPicture noise text={shown.text} label={words.codeAlt} className={css['qr']} />
            ) : (
              <div className={`${css['qr']} ${css['coming']}`} role="status">
                {!aside && <span>{words.preparing}</span>}
              </div>
            )}
            <div className={`${css['renew']} ${aside ? css['aside'] : shown ? '' : css['early']}`}>
              <svg
                viewBox="0 0 44 44"
                className={css['ring']}
                role="img"
                aria-label={words.secondsLeft(secondsLeft)}
              >
                <circle cx="22" cy="22" r="19" className={css['ringBack']} />
                <circle
                  cx="22"
                  cy="22"
                  r="19"
                  pathLength="1"
                  className={css['ringLeft']}
                  strokeDasharray={`${share} 1`}
                />
                <text x="22" y="22" className={css['ringText']}>
                  {secondsLeft}
                </text>
              </svg>
              <p className={css['renewText']}>
                <strong>{words.renews}</strong>
                <span>{words.noScreenshot}</span>
              </p>
            </div>
          </div>
        </Paper>
      </div>
      {state && state !== 'fresh' && <StateNotice state={state} ticket={ticket} source={source} />}
      <p className={css['line']}>{codeWords.brighter}</p>
    </div>
  );
}

/** The product, in the traveller's language and for staff in the railway's own. */
function Facts({ ticket }: { readonly ticket: TicketSummary }) {
  const { ticket: words } = useMessages();
  const language = useLanguage();
  const forStaff = useForStaff();
  return (
    <div className={css['stub']}>
      <div className={css['stubTop']}>
        <h2 className={css['name']}>{nameIn(ticket, 'productName', language)}</h2>
        <span className={css['chip']}>{words.category[ticket.passengerCategory]}</span>
      </div>
      {forStaff && (
        <p lang={forStaff.language} className={css['staff']}>
          {nameIn(ticket, 'productName', forStaff.language)}{' '}
          {forStaff.words.category[ticket.passengerCategory]}
        </p>
      )}
      <p className={css['line']}>
        <span>{dateLine(ticket, words, language)}</span>
        <span>{words.number(groupedNumber(ticket.ticketNo))}</span>
      </p>
    </div>
  );
}

function StateNotice({
  state,
  ticket,
  source,
}: {
  readonly state: StaleState;
  readonly ticket: TicketSummary | undefined;
  readonly source: CodeSource | undefined;
}) {
  const { code: words, errors } = useMessages();
  const language = useLanguage();
  // The message of a ticket refusal. The code screen does not load the messages of other errors.
  const text = ({ code, values }: CallError) =>
    fillWords(errors[isErrorCode(code, errors) ? code : 'TKT-0006'], values);
  // A used ticket is not an error.
  if (source?.is === 'ended' && source.ticket?.status === 'used')
    return <NoticeBox tone="ok">{words.usedUp}</NoticeBox>;
  const { tone } = STALE_STATES[state];
  const until = source && 'code' in source ? formatMoment(source.code.expiresAt, language) : '';
  const said = {
    exitOnly: () => words.states.exitOnly(exitEndOf(ticket?.exitUntil ?? '')),
    offline: () => words.states.offline(until),
    saved: () => words.states.saved(until),
    clockWrong: () => words.states.clockWrong(Math.round(Math.abs(clockOffset()) / 60_000)),
    unkept: () => words.states.unkept,
    outlived: () => words.states.outlived,
    notOnPhone: () => words.states.notOnPhone,
    noKey: () => words.states.noKey,
    manyPhones: () => (source?.is === 'manyPhones' ? text(source.error) : fillWords(errors['TKT-0018'])),
    ended: () =>
      joinSentences(
        [words.states.ended, source?.is === 'ended' ? text(source.error) : errors['TKT-0005']],
        language,
      ),
  }[state];
  return <NoticeBox tone={tone}>{said()}</NoticeBox>;
}

/** Without a code, staff type this number at the gate. */
function StaffNumber({ ticket, asks }: { readonly ticket: TicketSummary; readonly asks: boolean }) {
  const { code: words } = useMessages();
  return (
    <Paper stub={<Facts ticket={ticket} />}>
      <p className={css['line']}>{words.staffNumber}</p>
      <p className={css['number']}>{groupedNumber(ticket.ticketNo)}</p>
      {asks && <p className={css['line']}>{words.askStaff}</p>}
    </Paper>
  );
}
