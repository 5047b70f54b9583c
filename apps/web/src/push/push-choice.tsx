// What messages are about, and their quiet hours, while they are on.
import { PUSH_TOPICS, type PushTopic } from '@kippu/contract/values';
import { languageName } from '@kippu/words/languages';
import { useState } from 'react';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { Checkbox, TextField } from '@kippu/ui/field';
import { toast } from '@kippu/ui/toast';
import formCss from '../account/form/account-form.module.css';
import { textOf, useForm } from '../account/form/use-form.ts';
import { Group } from '../ui/layout/screen.tsx';
import css from './push.module.css';
import type { PushChoice } from './phone-push.ts';
import { PushProblem } from './push-problem.tsx';
import type { Push } from './use-push.ts';

/** What the fields propose before any hours are chosen. */
const USUAL_NIGHT = { from: '22:00', to: '07:00' } as const;

export function PushChoiceForm({ push, choice }: { readonly push: Push; readonly choice: PushChoice }) {
  const { push: words, account } = useMessages();
  const language = useLanguage();
  const [isStopping, setStopping] = useState(false);
  const has = (topic: PushTopic) => choice.topics.includes(topic);
  const form = useForm({
    initial: {
      departure: has('departure'),
      change: has('change'),
      received: has('received'),
      passage: has('passage'),
      quiet: choice.quiet !== null,
      ...(choice.quiet ?? USUAL_NIGHT),
    },
    busy: push.isBusy,
    check: (values) => ({
      departure: PUSH_TOPICS.some((topic) => values[topic]) ? undefined : words.topicMissing,
      to:
        values.quiet && (values.from === '' || values.to === '' || values.from === values.to)
          ? words.quietMissing
          : undefined,
    }),
    onSubmit: ({ quiet, from, to, ...topics }) => {
      setStopping(false);
      const chosen = {
        topics: PUSH_TOPICS.filter((topic) => topics[topic]),
        quiet: quiet ? { from, to } : null,
      };
      void push.turnOn(chosen).then((isSaved) => isSaved && toast(account.saved));
    },
  });
  const turnOff = async () => {
    setStopping(true);
    if (await push.turnOff()) toast(words.turnedOff);
  };
  const box = (field: PushTopic | 'quiet', name: string, text: string) => (
    <Checkbox
      key={field}
      name={field}
      checked={form.values[field]}
      error={form.problems[field]}
      onChange={(event) => form.set(field, event.target.checked)}
    >
      {name}
      <span className={css['hint']}>{text}</span>
    </Checkbox>
  );
  return (
    <form className={formCss['form']} {...form.props}>
      <Group title={words.topics}>
        <div className={css['card']}>
          <div>
            {PUSH_TOPICS.map((topic) => box(topic, words.topic[topic].name, words.topic[topic].text))}
          </div>
        </div>
      </Group>
      <Group title={words.quiet}>
        <div className={css['card']}>
          {box('quiet', words.quietOn, words.quietText)}
          {form.values.quiet && (
            <div className={css['hours']}>
              <TextField type="time" label={words.quietFrom} {...textOf(form, 'from')} />
              <TextField type="time" label={words.quietTo} {...textOf(form, 'to')} />
            </div>
          )}
        </div>
      </Group>
      <p className={css['text']}>{words.language(languageName(language))}</p>
      <div className={formCss['actions']}>
        <PushProblem push={push} again={isStopping ? () => void turnOff() : form.submit} />
        <Button type="submit" busy={push.isBusy && !isStopping}>
          {account.save}
        </Button>
        <Button kind="text" busy={push.isBusy && isStopping} onClick={() => void turnOff()}>
          {words.turnOff}
        </Button>
      </div>
    </form>
  );
}
