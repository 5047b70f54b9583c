// Sends events to an endpoint again, from one event or from a time.
import { useState } from 'react';
import { deskPartners, deskReplayWebhook, deskWebhooks } from '@kippu/contract/routes/desk/partners';
import type { Webhook } from '@kippu/contract/calls/desk/partners';
import { isRefusal } from '@kippu/client/call-error';
import { toast } from '@kippu/ui/toast';
import { errorText } from '../../app/call/error-text.ts';
import { useAct } from '../../app/call/queries.ts';
import { text, useLanguage, useSay } from '../../app/text/texts.ts';
import { DateTimeField, TextField } from '../../ui/controls/field.tsx';
import { FormDialog } from '../../ui/layout/form-dialog.tsx';
import { isRefusedForGood } from '../../ui/messages/dialog.tsx';

const WORDS = {
  title: text('イベントを再送', 'Send events again'),
  lead: text(
    'それ以降のすべてのイベントを、順にもう一度送ります。同じイベントのIDは変わらないので、受け取る側は重複を見分けられます。',
    'All events from there on are sent again, in order. Each keeps its id, so the receiver recognises repeats.',
  ),
  from: text('この時刻から', 'From this time'),
  messageId: text('または、このイベントから（webhook-id）', 'Or from this event (webhook-id)'),
  one: text('どちらか1つを入力してください。', 'Please fill in one of the two.'),
  submit: text('再送する', 'Send again'),
  done: text('再送を始めました', 'The events are sent again'),
};

export function ReplayDialog({
  partnerId,
  of,
  onClose,
  onLeave,
}: {
  readonly partnerId: string;
  readonly of: Webhook;
  readonly onClose: () => void;
  /** Called instead where the endpoint or its partner is gone. */
  readonly onLeave: () => void;
}) {
  const say = useSay();
  const language = useLanguage();
  const [from, setFrom] = useState('');
  const [messageId, setMessageId] = useState('');
  const [tried, setTried] = useState(false);
  const act = useAct(deskReplayWebhook, {
    changes: [deskWebhooks, deskPartners],
    onDone: () => {
      toast(say(WORDS.done));
      onClose();
    },
  });
  const id = messageId.trim();
  const isOne = (from === '') !== (id === '');
  const refused = isRefusal(act.error, 'REQ-0001') ? errorText(act.error, language) : undefined;
  const error = refused ?? (tried && !isOne ? say(WORDS.one) : undefined);
  return (
    <FormDialog
      title={say(WORDS.title)}
      lead={<p>{say(WORDS.lead)}</p>}
      submit={say(WORDS.submit)}
      act={act}
      shown={refused !== undefined}
      onSubmit={() => {
        setTried(true);
        if (!isOne) return;
        const start = from === '' ? { messageId: id } : { from };
        act.run({ body: { partnerId, endpointId: of.endpointId, ...start } });
      }}
      onClose={isRefusedForGood(act.error) ? onLeave : onClose}
    >
      <DateTimeField
        label={say(WORDS.from)}
        value={from}
        onValue={(typed) => {
          setFrom(typed);
          if (refused !== undefined) act.clear();
        }}
        error={id === '' ? error : undefined}
        disabled={act.busy}
      />
      <TextField
        label={say(WORDS.messageId)}
        value={messageId}
        maxLength={64}
        autoCapitalize="none"
        spellCheck={false}
        onValue={(typed) => {
          setMessageId(typed);
          if (refused !== undefined) act.clear();
        }}
        error={id === '' ? undefined : error}
        disabled={act.busy}
      />
    </FormDialog>
  );
}
