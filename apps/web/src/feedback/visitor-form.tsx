// The message of somebody without a login: what it is about, the text, and where to answer.
import { isRefusal } from '@kippu/client/call-error';
import { visitorFeedback } from '@kippu/contract/routes/traveller/feedback';
import { isEmail, normaliseEmail } from '@kippu/domain/account/rules';
import { Button } from '@kippu/ui/button';
import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useRef } from 'react';
import { EmailField } from '../account/form/credential-fields.tsx';
import { textOf, useForm } from '../account/form/use-form.ts';
import { CaptchaField } from '../account/proof/captcha-field.tsx';
import { CaptchaUnsolved, useCaptcha } from '../account/proof/use-captcha.ts';
import { send } from '../app/call/api.ts';
import { useMessages } from '../i18n/messages.ts';
import { TextArea } from '../ui/controls/text-area.tsx';
import { Screen } from '../ui/layout/screen.tsx';
import { SendFailed } from '../ui/messages/send-failed.tsx';
import { ContactLines } from './contact-lines.tsx';
import { lengthOf, MAX_TEXT } from './feedback-text.ts';
import css from './feedback.module.css';
import { TopicField } from './topic-field.tsx';

const DRAFT = { key: 'kippu.visitor-message', fields: ['topic', 'text', 'email'] } as const;

export function VisitorForm({ onSent }: { readonly onSent: () => void }) {
  const { help: words, client } = useMessages();
  const captcha = useCaptcha();
  // One message has one id, however often it is sent, so that it is stored once.
  const sent = useRef({ text: '', messageId: crypto.randomUUID() });
  const saving = useMutation({
    mutationFn: async (typed: { topic: string; text: string; email: string }) => {
      const text = JSON.stringify(typed);
      if (sent.current.text !== text) sent.current = { text, messageId: crypto.randomUUID() };
      const { messageId } = sent.current;
      return send(visitorFeedback, { body: { messageId, ...typed, ...(await captcha.pass()) } });
    },
    onSuccess: () => {
      form.set('text', '');
      onSent();
    },
    onError: captcha.callFailed,
  });
  const form = useForm({
    initial: { topic: '', text: '', email: '' },
    draft: DRAFT,
    busy: saving.isPending,
    check: ({ topic, text, email }) => ({
      topic: topic === '' ? words.topicEmpty : undefined,
      text:
        text.trim() === ''
          ? words.textEmpty
          : lengthOf(text) > MAX_TEXT
            ? words.tooLong(lengthOf(text) - MAX_TEXT)
            : undefined,
      email: isEmail(normaliseEmail(email)) ? undefined : client.emailInvalid,
    }),
    onSubmit: ({ topic, text, email }) =>
      saving.mutate({ topic, text: text.trim(), email: normaliseEmail(email) }),
  });
  const { values, problems } = form;
  const isShownAbove = saving.error instanceof CaptchaUnsolved || isRefusal(saving.error, 'imgCodeError');
  return (
    <Screen
      title={words.feedbackTitle}
      leave="back"
      dock={
        <Button type="submit" form="feedback" icon={Send} busy={saving.isPending}>
          {words.sendFeedback}
        </Button>
      }
    >
      <form id="feedback" className={css['form']} {...form.props}>
        <p className={css['intro']}>{words.feedbackIntro}</p>
        <TopicField
          topic={values.topic}
          error={problems.topic}
          onChange={(topic) => form.set('topic', topic)}
        />
        <TextArea
          label={words.text}
          hint={words.textHint}
          error={problems.text}
          count={words.count(lengthOf(values.text), MAX_TEXT)}
          value={values.text}
          onChange={(event) => form.set('text', event.target.value)}
        />
        <EmailField
          label={words.replyTo}
          hint={words.replyToHint}
          {...textOf(form, 'email')}
          autoComplete="email"
        />
        <CaptchaField captcha={captcha} why={words.checkMessageWhy} button={words.sendFeedback} />
        {!isShownAbove && <SendFailed error={saving.error} again={form.submit} />}
      </form>
      <ContactLines />
    </Screen>
  );
}
