// A new link: the only place where it is shown, with the ways to pass it on.
import { nameIn } from '@kippu/contract/names';
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';
import { Copy, Share } from 'lucide-react';
import { useErrorText } from '../../app/errors/error-text.ts';
import { addressOf } from '../../app/router/link-to.ts';
import { formatMoment, wholeEmail } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import { toast } from '@kippu/ui/toast';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import css from './transfer.module.css';

export interface Made {
  readonly token: string;
  readonly until: string;
  /** Where it was mailed; undefined where the traveller passes it on. */
  readonly email: string | undefined;
}

export function LinkReady({
  ticket,
  made: { token, until, email },
}: {
  readonly ticket: Ticket;
  readonly made: Made;
}) {
  const { party, ticket: words, common } = useMessages();
  const language = useLanguage();
  const errorText = useErrorText();
  const link = `${location.origin}/#${addressOf('add', { link: token })}`;
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast(words.copied),
      (error: unknown) => toast(errorText(error)),
    );
  // Closing the phone's share sheet rejects the promise. This is not an error.
  const share = () =>
    navigator
      .share({ text: party.shareText(nameIn(ticket, 'productName', language)), url: link })
      .catch(() => undefined);
  return (
    <div className={css['form']} role="status">
      <NoticeBox tone="info" title={email === undefined ? party.ready : party.mailed(wholeEmail(email))}>
        {party.takenBy(formatMoment(until, language))}
      </NoticeBox>
      {email === undefined && (
        <>
          <p className={css['link']}>{link}</p>
          {'share' in navigator && (
            <Button icon={Share} onClick={() => void share()}>
              {party.share}
            </Button>
          )}
          <Button icon={Copy} kind={'share' in navigator ? 'outline' : 'primary'} onClick={() => void copy()}>
            {party.copy}
          </Button>
          <p className={css['line']}>{party.onlyHere}</p>
        </>
      )}
      <ButtonLink to="tickets" params={{}} replace kind={email === undefined ? 'text' : 'primary'}>
        {common.toTickets}
      </ButtonLink>
    </div>
  );
}
