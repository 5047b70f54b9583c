// After the green screen: the entry or exit was used, cancelled, or expired after five minutes.
import { nameIn } from '@kippu/contract/names';
import type { Station } from '@kippu/contract/calls/traveller/station';
import { fillWords } from '@kippu/words/error-words';
import { CircleCheck, Hourglass, Undo2, type LucideIcon } from 'lucide-react';
import { navigate } from '../../app/router/router.ts';
import { useNow } from '../../app/clock/use-now.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Paper } from '../../ui/layout/paper.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { CancelEntry } from './cancel-entry.tsx';
import css from './closed-verification.module.css';
import { directionOf, isCancellable, type VerifiedRecord } from './kept-verification.ts';

type Closed = Exclude<VerifiedRecord['state'], 'open'>;
const ICONS: Readonly<Record<Closed, LucideIcon>> = {
  passed: CircleCheck,
  cancelled: Undo2,
  expired: Hourglass,
};

export function ClosedVerification({
  record,
  state,
  station,
  ticketId,
}: {
  readonly record: VerifiedRecord;
  readonly state: Closed;
  readonly station: Station | undefined;
  readonly ticketId: string;
}) {
  const { station: words } = useMessages();
  const language = useLanguage();
  const direction = directionOf(record);
  const entering = direction === 'in';
  const { title, text } = {
    passed: entering
      ? { title: words.passedInTitle, text: words.passedInText }
      : { title: words.passedOutTitle, text: words.passedOutText },
    cancelled: { title: words.cancelledTitle, text: words.cancelledText },
    expired: { title: words.expiredTitle, text: entering ? '' : words.expiredOut },
  }[state];
  return (
    <Screen
      title={title}
      leave="close"
      onLeave={() => navigate('detail', { ticketId }, { replace: true })}
      dock={
        <>
          <ButtonLink to="detail" params={{ ticketId }} replace>
            {words.toTicket}
          </ButtonLink>
          {state === 'cancelled' && (
            <ButtonLink kind="outline" to="outInSite" params={{ ticketId, direction }} replace>
              {words.verifyAgain}
            </ButtonLink>
          )}
        </>
      }
    >
      <EmptyState
        icon={ICONS[state]}
        tone={state === 'passed' ? 'ok' : undefined}
        title={station && nameIn(station, 'stationName', language)}
      >
        {text}
      </EmptyState>
      {state === 'expired' && entering && <WhichSide record={record} station={station} />}
    </Screen>
  );
}

/** Only the traveller knows whether the gate was passed in time. If not, another entry must be possible. */
function WhichSide({
  record,
  station,
}: {
  readonly record: VerifiedRecord;
  readonly station: Station | undefined;
}) {
  const { station: words, errors } = useMessages();
  const cancellable = isCancellable(record, useNow(1000));
  return (
    <Paper
      stub={
        <div className={css['side']}>
          <h2>{words.ifNot}</h2>
          {cancellable ? (
            <>
              <p>{words.ifNotText}</p>
              <CancelEntry record={record} station={station} look="plain" />
            </>
          ) : (
            <p>{fillWords(errors['TKT-0019'])}</p>
          )}
        </div>
      }
    >
      <div className={css['side']}>
        <h2>{words.ifPassed}</h2>
        <p>{words.ifPassedText}</p>
      </div>
    </Paper>
  );
}
