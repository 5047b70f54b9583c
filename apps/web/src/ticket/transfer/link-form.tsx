// Passes a ticket on by a link: mailed, or shared by the traveller. The link waits until somebody takes the ticket.
import { LINK_ALPHABET, LINK_LETTERS, SENT_LINK_HOURS } from '@kippu/contract/limits';
import { RESERVATION_STATE } from '@kippu/contract/values';
import { sendLink } from '@kippu/contract/routes/traveller/party';
import { ticketList, ticketLoad } from '@kippu/contract/routes/traveller/ticket';
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';
import { normaliseEmail } from '@kippu/domain/account/rules';
import { Suspense, useRef, useState } from 'react';
import { encryptPassword } from '../../account/password-crypto/encrypt-password.ts';
import { useProblemText } from '../../account/form/problem-text.ts';
import { useForm } from '../../account/form/use-form.ts';
import { useSecretWrite } from '../../account/password-crypto/use-secret-write.ts';
import { refetch } from '../../app/query/queries.ts';
import { useSession } from '../../app/session/session.ts';
import { useMessages } from '../../i18n/messages.ts';
import { appName } from '@kippu/words/railway';
import { Button } from '@kippu/ui/button';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { laterPart } from '../../ui/states/later-part.ts';
import { Question } from '../../ui/messages/question.tsx';
import { SendFailed } from '../../ui/messages/send-failed.tsx';
import { Group } from '../../ui/layout/screen.tsx';
import type { Made } from './link-ready.tsx';
import {
  fieldOf,
  PasswordField,
  ReceiverFields,
  receiverProblems,
  refuseField,
  type Typed,
} from './transfer-fields.tsx';
import css from './transfer.module.css';

/** 130 random bits. The phone makes them, so that no stored answer of the server has the link. */
const newToken = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(LINK_LETTERS)), (byte) => LINK_ALPHABET[byte & 31]).join(
    '',
  );

const LinkReady = laterPart(async () => (await import('./link-ready.tsx')).LinkReady);

type By = 'self' | 'mail';
interface Input {
  readonly by: By;
  readonly typed: Typed;
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
    check: (typed) => {
      const problems = { password: typed.password === '' ? account.passwordMissing : undefined };
      if (by === 'self') return problems;
      return { ...problems, ...receiverProblems(messages, typed, own) };
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
          refuseField(form, error, { messages, text });
        },
      },
    );
  if (made)
    return (
      <Suspense>
        <LinkReady ticket={ticket} made={made} />
      </Suspense>
    );
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
          {by === 'mail' && <ReceiverFields form={form} hint={party.mailHint} />}
          <PasswordField form={form} />
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
