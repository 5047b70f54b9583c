// The form of an endpoint: its address, and which events it gets.
import { useState } from 'react';
import {
  deskAddWebhook,
  deskChangeWebhook,
  deskPartners,
  deskWebhooks,
} from '@kippu/contract/routes/desk/partners';
import { MAX_ENDPOINT_URL, WEBHOOK_TOPICS, type WebhookTopic } from '@kippu/contract/partner/webhook-topics';
import type { Webhook } from '@kippu/contract/calls/desk/partners';
import { NoticeBox } from '@kippu/ui/notice-box';
import { toast } from '@kippu/ui/toast';
import { isRefusal } from '@kippu/client/call-error';
import { errorText } from '../../app/call/error-text.ts';
import { isOvertaken, useAct } from '../../app/call/queries.ts';
import { text, useLanguage, useSay } from '../../app/text/texts.ts';
import { Checkbox, TextField } from '../../ui/controls/field.tsx';
import { FormDialog } from '../../ui/layout/form-dialog.tsx';
import { isRefusedForGood } from '../../ui/messages/dialog.tsx';
import { OVERTAKEN } from '../parts/partner-words.ts';
import css from '../parts/partner.module.css';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { COPY_SECRET, NEW_SECRET, TOPIC_WORDS } from './webhook-words.ts';

const WORDS = {
  add: text('通知先を追加', 'Add an endpoint'),
  change: text('通知先の変更', 'Change an endpoint'),
  save: text('保存', 'Save'),
  saved: text('保存しました', 'Saved'),
  url: text('宛先のURL', 'Address'),
  urlHint: text(
    'https:// で始まる、公開されたホスト名の宛先です。',
    'Begins with https:// and has a public host name.',
  ),
  urlMissing: text('URLを入力してください。', 'Please type the address.'),
  topics: text('送るイベント', 'Events that it gets'),
  all: text('すべて（今後増えるものも）', 'All, also what is added later'),
  noneChosen: text('1つ以上選んでください。', 'Please choose at least one.'),
};

export function WebhookForm({
  partnerId,
  of,
  onClose,
  onLeave,
}: {
  readonly partnerId: string;
  /** Absent for a new endpoint. */
  readonly of?: Webhook;
  readonly onClose: () => void;
  /** Called instead where the endpoint or its partner is gone. */
  readonly onLeave: () => void;
}) {
  const say = useSay();
  const language = useLanguage();
  const [url, setUrl] = useState(of?.url ?? 'https://');
  const [all, setAll] = useState((of?.topics.length ?? 0) === 0);
  const [topics, setTopics] = useState<readonly WebhookTopic[]>(of?.topics ?? []);
  const [tried, setTried] = useState(false);
  const [secret, setSecret] = useState<string>();
  const adding = useAct(deskAddWebhook, {
    changes: [deskWebhooks, deskPartners],
    onDone: (answer) => setSecret(answer.secret),
  });
  const changing = useAct(deskChangeWebhook, {
    changes: [deskWebhooks, deskPartners],
    onDone: () => {
      toast(say(WORDS.saved));
      onClose();
    },
  });
  const act = of ? changing : adding;
  const refused = isRefusal(act.error, 'REQ-0001') ? errorText(act.error, language) : undefined;
  // The partner was closed meanwhile.
  const overtaken = isOvertaken(act.error);
  const typed = url.trim();
  const isMissing = typed === '' || typed === 'https://';
  const submit = () => {
    setTried(true);
    if (isMissing || (!all && topics.length === 0)) return;
    const terms = { url: typed, topics: all ? [] : [...topics] };
    if (of) changing.run({ body: { partnerId, endpointId: of.endpointId, ...terms } });
    else adding.run({ body: { partnerId, ...terms } });
  };
  if (secret !== undefined)
    return <SecretDialog title={NEW_SECRET} copy={COPY_SECRET} secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      title={say(of ? WORDS.change : WORDS.add)}
      submit={say(WORDS.save)}
      act={act}
      shown={overtaken || refused !== undefined}
      onSubmit={submit}
      onClose={isRefusedForGood(act.error) ? onLeave : onClose}
    >
      <TextField
        label={say(WORDS.url)}
        hint={say(WORDS.urlHint)}
        type="url"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        value={url}
        maxLength={MAX_ENDPOINT_URL}
        onValue={(next) => {
          setUrl(next);
          if (refused !== undefined) act.clear();
        }}
        error={refused ?? (tried && isMissing ? say(WORDS.urlMissing) : undefined)}
        disabled={act.busy}
      />
      <fieldset className={css['group']}>
        <legend>{say(WORDS.topics)}</legend>
        <Checkbox checked={all} onChecked={setAll} disabled={act.busy}>
          {say(WORDS.all)}
        </Checkbox>
        {!all &&
          WEBHOOK_TOPICS.map((topic) => (
            <Checkbox
              key={topic}
              checked={topics.includes(topic)}
              onChecked={(checked) =>
                setTopics(WEBHOOK_TOPICS.filter((each) => (each === topic ? checked : topics.includes(each))))
              }
              disabled={act.busy}
            >
              {say(TOPIC_WORDS[topic])}
            </Checkbox>
          ))}
        {tried && !all && topics.length === 0 && <p className={css['quiet']}>{say(WORDS.noneChosen)}</p>}
      </fieldset>
      {overtaken && <NoticeBox tone="warn">{say(OVERTAKEN)}</NoticeBox>}
    </FormDialog>
  );
}
