// One message: its words, its picture, what it is about, and what staff did about it.
import { CircleCheck, MessageSquareX, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import {
  FEEDBACK_NOTE_MOST,
  deskFeedback,
  deskFeedbackList,
  deskHandleFeedback,
  type DeskFeedback,
} from '@kippu/contract/desk-feedback';
import { deskTicket } from '@kippu/contract/desk-ticket';
import { isRefusal } from '../app/call-error.ts';
import { useFormat } from '../app/format.ts';
import { LANGUAGE_NAMES } from '../app/language-names.ts';
import { useAct, useRead } from '../app/queries.ts';
import { useMay } from '../app/rights.ts';
import { hrefOf } from '../app/router.ts';
import { text, useSay } from '../app/texts.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Facts } from '../ui/facts.tsx';
import { Empty, Failed, Loading } from '../ui/load-state.tsx';
import { Card, Columns, Page } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import { FeedbackPicture } from './feedback-picture.tsx';
import { FeedbackWriter } from './feedback-writer.tsx';
import { partsOf, topicWord } from './feedback-words.ts';
import css from './feedback.module.css';

const WORDS = {
  back: text('ご意見', 'Feedback'),
  none: text('このご意見はありません', 'There is no such message'),
  noneText: text(
    '送った人のアカウントが削除されると、ご意見も削除されます。',
    'It is deleted when its writer’s account is deleted.',
  ),
  message: text('本文', 'Message'),
  chat: text('ヘルプとのやりとり', 'What was asked in Help'),
  about: text('このご意見について', 'About it'),
  open: text('未対応', 'Open'),
  handled: text('対応済み', 'Handled'),
  received: text('受信', 'Received'),
  language: text('言語', 'Language'),
  ticket: text('きっぷ', 'Ticket'),
  history: text('対応の記録', 'What was done'),
  nothing: text('まだ対応されていません。', 'Nothing has been done yet.'),
  reopened: text('未対応に戻した', 'Opened again'),
  handle: text('対応済みにする', 'Mark as handled'),
  reopen: text('未対応に戻す', 'Open again'),
  handleTitle: text('このご意見を対応済みにしますか', 'Mark this message as handled?'),
  handleText: text(
    '未対応の一覧から外れます。何をしたかを書いてください。旅客には知らされません。',
    'It leaves the list of open ones. Write what was done. The traveller is not told.',
  ),
  reopenTitle: text('このご意見を未対応に戻しますか', 'Open this message again?'),
  reopenText: text('未対応の一覧に戻ります。', 'It returns to the list of open ones.'),
  nowHandled: text('対応済みにしました', 'Marked as handled'),
  nowOpen: text('未対応に戻しました', 'Opened again'),
  before: text(
    'ほかの係員が先に済ませていました。記録を確かめてください。',
    'Somebody else did so first. See what was done.',
  ),
};

export function FeedbackPage({ feedbackId }: { readonly feedbackId: string }) {
  const say = useSay();
  const read = useRead(deskFeedback, { feedbackId });
  const message = read.data;
  const gone = isRefusal(read.error, 'REQ-0005', 'REQ-0001');
  return (
    <Page
      title={message ? say(topicWord(message.topic)) : say(WORDS.message)}
      lead={
        message && (
          <Chip tone={message.handled ? 'plain' : 'info'}>
            {say(message.handled ? WORDS.handled : WORDS.open)}
          </Chip>
        )
      }
      back={{ href: hrefOf('feedback'), label: say(WORDS.back) }}
      actions={message && <Handle key={String(message.handled)} message={message} />}
    >
      {message && !gone ? (
        <Whole message={message} />
      ) : gone ? (
        <Card>
          <Empty icon={MessageSquareX} title={say(WORDS.none)}>
            {say(WORDS.noneText)}
          </Empty>
        </Card>
      ) : read.error ? (
        <Failed error={read.error} again={() => void read.refetch()} />
      ) : (
        <Loading lines={8} />
      )}
    </Page>
  );
}

/** Marks it as handled, or opens it again. */
function Handle({ message: { feedbackId, handled } }: { readonly message: DeskFeedback }) {
  const say = useSay();
  const [open, setOpen] = useState(false);
  const act = useAct(deskHandleFeedback, {
    changes: [deskFeedback, deskFeedbackList],
    onDone: ({ changed, handled: now }) => {
      setOpen(false);
      toast(say(changed ? (now ? WORDS.nowHandled : WORDS.nowOpen) : WORDS.before));
    },
  });
  return (
    <>
      <Button
        kind={handled ? 'outline' : 'primary'}
        icon={handled ? RotateCcw : CircleCheck}
        onClick={() => {
          act.clear();
          setOpen(true);
        }}
      >
        {say(handled ? WORDS.reopen : WORDS.handle)}
      </Button>
      {open && (
        <ConfirmDialog
          title={say(handled ? WORDS.reopenTitle : WORDS.handleTitle)}
          confirm={say(handled ? WORDS.reopen : WORDS.handle)}
          kind="primary"
          reasonMost={FEEDBACK_NOTE_MOST}
          busy={act.busy}
          error={act.error}
          onConfirm={(note) => act.run({ body: { feedbackId, handled: !handled, note } })}
          onClose={() => setOpen(false)}
        >
          <p>{say(handled ? WORDS.reopenText : WORDS.handleText)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Whole({ message }: { readonly message: DeskFeedback }) {
  const say = useSay();
  const may = useMay();
  const { moment } = useFormat();
  const { feedbackId, at, language, ticketNo, hasPicture, acts } = message;
  const { words, chat } = partsOf(message.text);
  return (
    <>
      <Columns>
        <div className={css['stack']}>
          <Card title={say(WORDS.message)}>
            <p className={css['lines']} lang={language}>
              {words}
            </p>
            {chat && (
              <div className={css['chat']}>
                <h3 className={css['chatTitle']}>{say(WORDS.chat)}</h3>
                <p className={css['lines']} lang={language}>
                  {chat}
                </p>
              </div>
            )}
          </Card>
          {hasPicture && <FeedbackPicture feedbackId={feedbackId} />}
        </div>
        <div className={css['stack']}>
          <Card title={say(WORDS.about)}>
            <Facts
              of={[
                [say(WORDS.received), moment(at)],
                [
                  say(WORDS.language),
                  <span key="language" lang={language}>
                    {LANGUAGE_NAMES[language]}
                  </span>,
                ],
                [
                  say(WORDS.ticket),
                  ticketNo && may(deskTicket) ? (
                    <a href={hrefOf('tickets', [ticketNo])}>{ticketNo}</a>
                  ) : (
                    ticketNo
                  ),
                ],
              ]}
            />
          </Card>
          <FeedbackWriter feedbackId={feedbackId} />
          <Card title={say(WORDS.history)}>
            {acts.length === 0 ? (
              <p className={css['quiet']}>{say(WORDS.nothing)}</p>
            ) : (
              <ol className={css['acts']}>
                {acts.map((act, index) => (
                  <li key={index}>
                    <p className={css['act']}>
                      <b>{say(act.handled ? WORDS.handled : WORDS.reopened)}</b>{' '}
                      <span className={css['quiet']}>
                        {act.by}, {moment(act.at)}
                      </span>
                    </p>
                    <p className={css['lines']}>{act.note}</p>
                  </li>
                ))}
              </ol>
            )}
          </Card>
        </div>
      </Columns>
    </>
  );
}
