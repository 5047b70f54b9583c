// What a visitor sees who opens a ticket's link: the tickets that wait, and the way to an account. The link is kept for the way back.
import { CallError } from '@kippu/client/call-error';
import { waitingTickets } from '@kippu/contract/routes/traveller/ticket';
import type { WaitingTicket } from '@kippu/contract/calls/traveller/ticket';
import { useEffect } from 'react';
import { useWrite } from '../../app/query/queries.ts';
import { addressOf } from '../../app/router/link-to.ts';
import { lastEmail } from '../../app/session/last-email.ts';
import { useMessages } from '../../i18n/messages.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { SendFailed } from '../../ui/messages/send-failed.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import css from './add-ticket.module.css';
import { PreviewTicket } from './preview-ticket.tsx';

/** Returns each kind of ticket once, with how many there are. */
function counted(
  tickets: readonly WaitingTicket[],
): { readonly ticket: WaitingTicket; readonly count: number }[] {
  const kinds = new Map<string, { ticket: WaitingTicket; count: number }>();
  for (const ticket of tickets) {
    const key = JSON.stringify(ticket);
    const known = kinds.get(key);
    if (known) known.count += 1;
    else kinds.set(key, { ticket, count: 1 });
  }
  return [...kinds.values()];
}

export function WaitingTickets({ link }: { readonly link: string }) {
  const { ticket: words, common } = useMessages();
  const waiting = useWrite(waitingTickets);
  const { mutate } = waiting;
  const look = () => mutate({ body: { link } });
  useEffect(() => mutate({ body: { link } }), [mutate, link]);
  const next = addressOf('add', { link });
  const known = lastEmail() !== '';
  const { data, error } = waiting;
  // A wrong or used link leads nowhere, so no account is offered for it. Its owner may log in, and a ticket that is just inside a station comes free.
  const isClosed =
    error instanceof CallError &&
    error.code.startsWith('TKT-') &&
    error.code !== 'TKT-0003' &&
    error.code !== 'TKT-0025';
  const onward = (
    <ButtonLink to="tickets" params={{}} kind="outline">
      {common.toTickets}
    </ButtonLink>
  );
  const ways = [
    <ButtonLink key="signUp" to="signUp" params={{ next }} kind={known ? 'outline' : 'primary'}>
      {words.signUp}
    </ButtonLink>,
    <ButtonLink key="login" to="login" params={{ next }} kind={known ? 'primary' : 'outline'}>
      {words.login}
    </ButtonLink>,
  ];
  return (
    <Screen
      title={data ? words.waitingTitle(data.tickets.length) : words.addTitle}
      leave="back"
      dock={isClosed ? onward : <>{known ? ways.toReversed() : ways}</>}
    >
      {!data && !error && <Skeleton heights={[104, 24]} />}
      <SendFailed error={error} again={look} />
      {data && (
        <>
          <ul className={css['tickets']}>
            {counted(data.tickets).map(({ ticket, count }) => (
              <li key={JSON.stringify(ticket)}>
                <PreviewTicket ticket={ticket} count={count} />
              </li>
            ))}
          </ul>
          <p className={css['once']}>{known ? words.waitingLogIn : words.waitingSignUp}</p>
        </>
      )}
    </Screen>
  );
}
