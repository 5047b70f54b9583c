// Passes a ticket on by a link: mailed, or shared by the traveller. The link waits until somebody takes the ticket.
import { LINK_ALPHABET, LINK_LETTERS, SENT_LINK_HOURS } from '@kippu/contract/limits';
import { nameIn } from '@kippu/contract/names';
import { RESERVATION_STATE } from '@kippu/contract/values';
import { sendLink, ticketList, ticketLoad } from '@kippu/contract/routes/traveller/ticket';
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';
import { checkEmails, normaliseEmail } from '@kippu/domain/account/rules';
import { Copy, Share } from 'lucide-react';
import { useRef, useState } from 'react';
import { EmailField, SecretField } from '../../account/form/credential-fields.tsx';
import { encryptPassword } from '../../account/password-crypto/encrypt-password.ts';
import { outcomeText, useProblemText } from '../../account/form/problem-text.ts';
import { textOf, useForm } from '../../account/form/use-form.ts';
import { useSecretWrite } from '../../account/password-crypto/use-secret-write.ts';
import { useErrorText } from '../../app/errors/error-text.ts';
import { refetch } from '../../app/query/queries.ts';
import { addressOf } from '../../app/router/link-to.ts';
import { useSession } from '../../app/session/session.ts';
import { formatMoment, wholeEmail } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { appName } from '@kippu/words/railway';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import { toast } from '@kippu/ui/toast';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Question } from '../../ui/messages/question.tsx';
import { SendFailed } from '../../ui/messages/send-failed.tsx';
import { Group } from '../../ui/layout/screen.tsx';
import { fieldOf, type Typed } from './transfer-fields.ts';
import css from './transfer.module.css';

/** 130 random bits. The phone makes them, so that no stored answer of the server has the link. */
const newToken = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(LINK_LETTERS)), (byte) => LINK_ALPHABET[byte & 31]).join(
    '',
  );

type By = 'self' | 'mail';
interface Input {
  readonly by: By;
  readonly typed: Typed;
}
interface Made {
  readonly token: string;
  readonly until: string;
  /** Where it was mailed; undefined where the traveller passes it on. */
  readonly email: string | undefined;
}

export function LinkForm({ ticket }: { readonly ticket: Ticket }) {
  const messages = useMessages();
  const { party, ticketLife: words, account } = messages;
  const text = useProblemText();
  const own = useSession()?.member.email ?? '';
  const [by, setBy] = useState<By>('self');
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const token = useRef('');
  const { ticketId } = ticket;
  const make = useSecretWrite(
    sendLink,
    // Runs once for each input, also when the request is repeated.
    async ({ by: way, typed: { email, emailRepeat, password } }: Input) => {
      token.current = newToken();
      return {
        ticketId,
        token: token.current,
        password: await encryptPassword(sendLink.name, password),
        ...(way === 'mail' ? { email, emailRepeat } : {}),
      };
    },
    {
      onSuccess: ({ until }) => {
        setMade({ token: token.current, until, email: by === 'mail' ? receiver : undefined });
        return refetch(ticketList, ticketLoad);
      },
    },
  );
  const form = useForm<Typed>({
    initial: { email: '', emailRepeat: '', password: '' },
    busy: make.isPending,
    check: ({ email, emailRepeat, password }) => {
      const problems = { password: password === '' ? account.passwordMissing : undefined };
      if (by === 'self') return problems;
      const toSelf = normaliseEmail(email) === normaliseEmail(own) && own !== '';
      const differ = checkEmails(email, emailRepeat);
      return {
        ...problems,
        email: toSelf ? messages.errors['TKT-0015'] : outcomeText(messages, checkEmails(email, email)),
        emailRepeat: !differ.ok && differ.code === 'ACC-0002' ? messages.errors['TKT-0016'] : undefined,
      };
    },
    onSubmit: () => setAsking(true),
  });
  const receiver = normaliseEmail(form.values.email);
  const goOn = () =>
    make.mutate(
      { by, typed: form.values },
      {
        onError: (error) => {
          setAsking(false);
          const field = fieldOf(error);
          if (field) form.refuse(field, field === 'password' ? messages.errors['AUTH-0020'] : text(error));
        },
      },
    );
  if (made) return <LinkReady ticket={ticket} made={made} />;
  const seats = ticket.reservations.some(({ state }) => state === RESERVATION_STATE.reserved);
  return (
    <form className={css['form']} {...form.props}>
      <p className={css['line']}>{party.linkText(appName(), SENT_LINK_HOURS)}</p>
      <Group title={party.send}>
        <div className={css['fields']}>
          <Segmented
            label={party.send}
            options={[
              { value: 'self', label: party.sendSelf },
              { value: 'mail', label: party.sendMail },
            ]}
            value={by}
            onChange={setBy}
          />
          {by === 'mail' && (
            <>
              <EmailField
                label={words.email}
                hint={party.mailHint}
                {...textOf(form, 'email')}
                autoComplete="off"
              />
              <EmailField label={words.emailAgain} {...textOf(form, 'emailRepeat')} autoComplete="off" />
            </>
          )}
          <SecretField
            label={words.password}
            hint={words.passwordHint}
            {...textOf(form, 'password')}
            autoComplete="current-password"
          />
        </div>
      </Group>
      {!fieldOf(make.error) && (
        <SendFailed error={make.error} again={goOn} text={text} keyed failed="transferFailed" />
      )}
      <Button type="submit" onMouseDown={(event) => event.preventDefault()}>
        {words.goOn}
      </Button>
      {asking && (
        <Question
          title={party.makeAsk}
          yes={party.make}
          busy={make.isPending}
          onYes={goOn}
          onNo={() => setAsking(false)}
        >
          <p>{party.makeText}</p>
          {seats && <p>{party.makeWithSeats}</p>}
        </Question>
      )}
    </form>
  );
}

/** The only place where the link is shown. */
function LinkReady({
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
