// Deletes the account: checks whether it can be deleted, lists what is lost, and asks for confirmation.
import { logOff, logOffCheck } from '@kippu/contract/routes/traveller/account';
import type { LogOffReason } from '@kippu/contract/calls/traveller/account';
import { PASSWORD_UNCHANGED_DAYS_TO_DELETE } from '@kippu/contract/limits';
import { epochToWall, wallToEpoch } from '@kippu/domain/time/service-day';
import { useState } from 'react';
import { isRefusal } from '@kippu/client/call-error';
import { useRead } from '../../app/query/queries.ts';
import { navigate } from '../../app/router/router.ts';
import { forgetLastEmail } from '../../app/session/last-email.ts';
import { endSession } from '../../app/session/session.ts';
import { endPushOnPhone } from '../../push/phone-push.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Loaded } from '../../ui/states/load-state.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Question } from '../../ui/messages/question.tsx';
import { Group, Screen } from '../../ui/layout/screen.tsx';
import { toast } from '@kippu/ui/toast';
import formCss from '../form/account-form.module.css';
import css from './account.module.css';
import { SecretField } from '../form/credential-fields.tsx';
import { encryptPassword } from '../password-crypto/encrypt-password.ts';
import { useProblemText } from '../form/problem-text.ts';
import { textOf, useForm } from '../form/use-form.ts';
import { useMember } from './use-member.ts';
import { useSecretWrite } from '../password-crypto/use-secret-write.ts';
import { SendFailed } from '../../ui/messages/send-failed.tsx';

const DAY_MS = 86_400_000;

/** Returns the wire time that is `days` times 24 hours after `wire`. */
const daysLater = (wire: string, days: number): string => epochToWall(wallToEpoch(wire) + days * DAY_MS);

export function DeleteAccountScreen() {
  const { account: words } = useMessages();
  const check = useRead(logOffCheck, {}, { staleTime: 0 });
  return (
    <Screen title={words.deleteAccount} leave="back">
      <Loaded query={check} skeleton={[96, 24, 72]}>
        {({ allowed, reasons }) => (
          <>
            {!allowed && <NotYet reasons={reasons} />}
            <WhatGoes />
            {allowed && <DeleteForm />}
          </>
        )}
      </Loaded>
    </Screen>
  );
}

function WhatGoes() {
  const { account: words } = useMessages();
  return (
    <>
      <Group title={words.deleteErased}>
        <ul className={css['list']}>
          <li>{words.deleteErasedItems.one}</li>
          <li>{words.deleteErasedItems.two}</li>
        </ul>
      </Group>
      <Group title={words.deleteKept}>
        <p className={css['text']}>{words.deleteKeptText}</p>
      </Group>
    </>
  );
}

function NotYet({ reasons }: { readonly reasons: readonly LogOffReason[] }) {
  const { account: words } = useMessages();
  const language = useLanguage();
  const member = useMember();
  const textOfReason = (reason: LogOffReason): string => {
    if (reason !== 'passwordChangedRecently') return words.reasons[reason];
    const from = member && daysLater(member.passwordChangedAt, PASSWORD_UNCHANGED_DAYS_TO_DELETE);
    return words.reasons.passwordChangedRecently(from ? formatMoment(from, language) : '');
  };
  const aboutTickets = reasons.some((reason) => reason !== 'passwordChangedRecently');
  return (
    <NoticeBox
      tone="warn"
      title={words.deleteNotYet}
      action={
        aboutTickets && (
          <ButtonLink to="tickets" params={{}} kind="outline">
            {words.toReasonTickets}
          </ButtonLink>
        )
      }
    >
      <ul className={css['reasons']}>
        {reasons.map((reason) => (
          <li key={reason}>{textOfReason(reason)}</li>
        ))}
      </ul>
    </NoticeBox>
  );
}

function DeleteForm() {
  const { account: words } = useMessages();
  const text = useProblemText();
  const [asking, setAsking] = useState(false);
  const remove = useSecretWrite(
    logOff,
    async ({ password }: { password: string }) => ({
      password: await encryptPassword(logOff.name, password),
    }),
    {
      onSuccess: () => {
        void endPushOnPhone();
        toast(words.deleted);
        navigate('tickets', {}, { replace: true });
        forgetLastEmail();
        endSession();
      },
    },
  );
  const form = useForm({
    initial: { password: '' },
    busy: remove.isPending,
    check: ({ password }) => ({ password: password === '' ? words.passwordMissing : undefined }),
    onSubmit: () => setAsking(true),
  });
  const goOn = () =>
    remove.mutate(form.values, {
      onError: (error) => {
        setAsking(false);
        if (isRefusal(error, 'AUTH-0020')) form.refuse('password', text(error));
      },
    });
  return (
    <form className={formCss['short']} {...form.props}>
      <SecretField
        label={words.deletePassword}
        {...textOf(form, 'password')}
        autoComplete="current-password"
      />
      {!isRefusal(remove.error, 'AUTH-0020') && (
        <SendFailed error={remove.error} again={goOn} text={text} keyed />
      )}
      <Button type="submit" kind="danger">
        {words.deleteGo}
      </Button>
      {asking && (
        <Question
          title={words.deleteTitle}
          yes={words.deleteConfirm}
          danger
          busy={remove.isPending}
          onYes={goOn}
          onNo={() => setAsking(false)}
        >
          {words.deleteText}
        </Question>
      )}
    </form>
  );
}
