// One endpoint: how it does, and what a manager can do with it.
import { useState } from 'react';
import {
  deskPartners,
  deskRotateWebhookSecret,
  deskSwitchWebhook,
  deskTestWebhook,
  deskWebhooks,
} from '@kippu/contract/routes/desk/partners';
import type { Webhook } from '@kippu/contract/calls/desk/partners';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import { toast } from '@kippu/ui/toast';
import { deskHome } from '@kippu/contract/routes/desk/home';
import { useAct } from '../../app/call/queries.ts';
import { useFormat } from '../../app/text/format.ts';
import { text, useSay } from '../../app/text/texts.ts';
import { ConfirmDialog, Dialog, isRefusedForGood, WayOut } from '../../ui/messages/dialog.tsx';
import { ErrorBox } from '../../ui/messages/error-box.tsx';
import css from '../parts/partner.module.css';
import { ReplayDialog } from './replay-dialog.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { COPY_SECRET, failureWords, NEW_SECRET, TOPIC_WORDS } from './webhook-words.ts';

const WORDS = {
  title: text('通知先', 'Endpoint'),
  all: text('すべてのイベント', 'All events'),
  delivered: (at: string) => text('最後に届いた時刻 {at}', 'Last accepted {at}', { at }),
  never: text('まだ何も届いていません', 'It has accepted nothing yet'),
  waiting: (count: string) => text('送信待ち {count}件', '{count} waiting', { count }),
  failing: (at: string, why: string) => text('{at}から失敗：{why}', 'Failing since {at}: {why}', { at, why }),
  off: (at: string) =>
    text(
      '{at}から停止しています。イベントは保管され、再開すると順に届きます。',
      'Off since {at}. Events are kept, and sent in order once it is on.',
      { at },
    ),
  former: (at: string) =>
    text('前の鍵も{at}まで署名します。', 'The former secret also signs until {at}.', { at }),
  test: text('テストを送る', 'Send a test event'),
  accepted: text('テストは受け取られました', 'The test event was accepted'),
  refused: (why: string) => text('テストは届きませんでした：{why}', 'The test event failed: {why}', { why }),
  change: text('変更', 'Change'),
  secret: text('鍵を入れ替える', 'Make a new secret'),
  secretTitle: text('新しい署名の鍵を発行しますか', 'Make a new signing secret?'),
  secretWhat: text(
    '7日間は、新しい鍵と前の鍵の両方で署名します。その間に、相手に新しい鍵を渡してください。',
    'For 7 days both secrets sign. Hand the new one to the partner in that time.',
  ),
  endFormer: text('前の鍵を終わらせる', 'End the former secret'),
  replay: text('イベントを再送', 'Send events again'),
  on: text('再開する', 'Switch on'),
  offAct: text('停止する', 'Switch off'),
  remove: text('削除', 'Remove'),
  removeTitle: text('この通知先を削除しますか', 'Remove this endpoint?'),
  removeWhat: text(
    '送信待ちのイベントも消えます。元には戻せません。',
    'The events that wait for it are dropped. This cannot be undone.',
  ),
  done: text('閉じる', 'Done'),
  changed: text('保存しました', 'Saved'),
};

interface Props {
  readonly partnerId: string;
  readonly of: Webhook;
  /** Whether the partner is open: a closed one gets no events. */
  readonly isOpen: boolean;
  /** Goes back to the partner's endpoints. */
  readonly onClose: () => void;
  /** Called instead where the endpoint or its partner is gone. */
  readonly onLeave: () => void;
}

function Facts({ of }: Pick<Props, 'of'>) {
  const say = useSay();
  const { shortMoment, count } = useFormat();
  const { topics, deliveredAt, waiting, failingSince, reason, state, disabledAt, formerSecretUntil } = of;
  return (
    <>
      <p className={css['address']} lang="en" translate="no">
        {of.url}
      </p>
      <p className={css['quiet']}>
        {topics.length === 0 ? say(WORDS.all) : topics.map((topic) => say(TOPIC_WORDS[topic])).join(' · ')}
      </p>
      <p>
        {say(deliveredAt === undefined ? WORDS.never : WORDS.delivered(shortMoment(deliveredAt)))}
        {waiting > 0 && ` · ${say(WORDS.waiting(count(waiting)))}`}
      </p>
      {failingSince !== undefined && (
        <NoticeBox tone="warn">
          {say(WORDS.failing(shortMoment(failingSince), say(failureWords(reason ?? ''))))}
        </NoticeBox>
      )}
      {state === 'disabled' && disabledAt !== undefined && (
        <NoticeBox tone="danger">{say(WORDS.off(shortMoment(disabledAt)))}</NoticeBox>
      )}
      {formerSecretUntil !== undefined && <p>{say(WORDS.former(shortMoment(formerSecretUntil)))}</p>}
    </>
  );
}

type Opened = 'form' | 'replay' | 'secret' | 'remove';

export function EndpointDialog({ partnerId, of, isOpen, onClose, onLeave }: Props) {
  const say = useSay();
  const [opened, setOpened] = useState<Opened>();
  const [secret, setSecret] = useState<string>();
  const back = () => setOpened(undefined);
  const { endpointId } = of;
  const named = { partnerId, endpointId };
  const changes = [deskWebhooks, deskPartners, deskHome];
  const switching = useAct(deskSwitchWebhook, {
    changes,
    onDone: () => {
      toast(say(WORDS.changed));
      if (opened === 'remove') onClose();
    },
  });
  const testing = useAct(deskTestWebhook, { changes: [deskPartners] });
  const rotating = useAct(deskRotateWebhookSecret, {
    changes,
    onDone: (answer) => {
      back();
      setSecret(answer.secret);
    },
  });
  if (secret !== undefined)
    return (
      <SecretDialog
        title={NEW_SECRET}
        copy={COPY_SECRET}
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
    );
  if (opened === 'form')
    return <WebhookForm partnerId={partnerId} of={of} onClose={back} onLeave={onLeave} />;
  if (opened === 'replay')
    return <ReplayDialog partnerId={partnerId} of={of} onClose={back} onLeave={onLeave} />;
  if (opened === 'secret')
    return (
      <ConfirmDialog
        title={say(WORDS.secretTitle)}
        kind="primary"
        confirm={say(WORDS.secret)}
        busy={rotating.busy}
        error={rotating.error}
        onConfirm={() => rotating.run({ body: named })}
        onClose={isRefusedForGood(rotating.error) ? onLeave : back}
      >
        <p>{say(WORDS.secretWhat)}</p>
      </ConfirmDialog>
    );
  if (opened === 'remove')
    return (
      <ConfirmDialog
        title={say(WORDS.removeTitle)}
        kind="destroy"
        confirm={say(WORDS.remove)}
        busy={switching.busy}
        error={switching.error}
        onConfirm={() => switching.run({ body: { ...named, act: 'close' } })}
        onClose={isRefusedForGood(switching.error) ? onLeave : back}
      >
        <p>{say(WORDS.removeWhat)}</p>
      </ConfirmDialog>
    );
  const busy = switching.busy || testing.busy;
  const error = switching.error ?? testing.error;
  const ended = isRefusedForGood(error);
  const result = testing.data;
  return (
    <Dialog
      title={say(WORDS.title)}
      onClose={() => {
        if (busy) return;
        if (ended) onLeave();
        else onClose();
      }}
      actions={
        ended ? (
          <WayOut onClose={onLeave} />
        ) : (
          <Button kind="outline" onClick={onClose} disabled={busy}>
            {say(WORDS.done)}
          </Button>
        )
      }
    >
      {!ended && <Facts of={of} />}
      {!ended && isOpen && (
        <div className={css['acts']}>
          <Button busy={testing.busy} onClick={() => testing.run({ body: named })}>
            {say(WORDS.test)}
          </Button>
          <Button kind="outline" disabled={busy} onClick={() => setOpened('form')}>
            {say(WORDS.change)}
          </Button>
          {of.formerSecretUntil === undefined ? (
            <Button kind="outline" disabled={busy} onClick={() => setOpened('secret')}>
              {say(WORDS.secret)}
            </Button>
          ) : (
            <Button
              kind="outline"
              disabled={busy}
              onClick={() => switching.run({ body: { ...named, act: 'endFormerSecret' } })}
            >
              {say(WORDS.endFormer)}
            </Button>
          )}
          <Button kind="outline" disabled={busy} onClick={() => setOpened('replay')}>
            {say(WORDS.replay)}
          </Button>
          <Button
            kind="outline"
            disabled={busy}
            onClick={() => switching.run({ body: { ...named, act: of.state === 'open' ? 'off' : 'on' } })}
          >
            {say(of.state === 'open' ? WORDS.offAct : WORDS.on)}
          </Button>
          <Button kind="outline" disabled={busy} onClick={() => setOpened('remove')}>
            {say(WORDS.remove)}
          </Button>
        </div>
      )}
      {!ended && result && (
        <NoticeBox tone={result.accepted ? 'info' : 'warn'}>
          {say(result.accepted ? WORDS.accepted : WORDS.refused(say(failureWords(result.reason ?? ''))))}
        </NoticeBox>
      )}
      <ErrorBox error={error} />
    </Dialog>
  );
}
