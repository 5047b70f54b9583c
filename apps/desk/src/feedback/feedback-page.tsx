// One message: its text, picture and topic, and how staff handled it.
import { CircleCheck, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { MAX_FEEDBACK_NOTE } from '@kippu/contract/limits';
import { deskFeedback, deskFeedbackList, deskHandleFeedback } from '@kippu/contract/routes/desk/feedback';
import type { DeskFeedback } from '@kippu/contract/calls/desk/feedback';
import { deskTicket } from '@kippu/contract/routes/desk/ticket';
import { useFormat } from '../app/text/format.ts';
import { languageName } from '@kippu/words/languages';
import { isOvertaken, useAct, useRead } from '../app/call/queries.ts';
import { isGone } from '../app/call/refusals.ts';
import { useMay } from '../app/session/rights.ts';
import { hrefOf } from '../app/router/router.ts';
import { text, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { Chip } from '../ui/layout/chip.tsx';
import { ConfirmDialog } from '../ui/messages/dialog.tsx';
import { Facts } from '../ui/layout/facts.tsx';
import { Loaded } from '../ui/layout/load-state.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Card, Columns, Page } from '../ui/layout/page.tsx';
import { toast } from '@kippu/ui/toast';
import { FeedbackPicture } from './feedback-picture.tsx';
import { FeedbackWriter } from './feedback-writer.tsx';
import { partsOf, topicWord } from './feedback-words.ts';
import css from './feedback.module.css';

const WORDS = {
  back: text('お問い合わせ', 'Messages'),
  message: text('本文', 'Message'),
  chat: text('ヘルプとのやりとり', 'What was asked in Help'),
  about: text('このお問い合わせについて', 'About it'),
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
  handleTitle: text('このお問い合わせを対応済みにしますか', 'Mark this message as handled?'),
  handleText: text(
    '未対応の一覧から外れます。何をしたかを書いてください。旅客には知らされません。',
    'It leaves the list of open messages. Write what was done. The traveller is not notified.',
  ),
  reopenTitle: text('このお問い合わせを未対応に戻しますか', 'Open this message again?'),
  reopenText: text('未対応の一覧に戻ります。', 'It returns to the list of open messages.'),
  nowHandled: text('対応済みにしました', 'Marked as handled'),
  nowOpen: text('未対応に戻しました', 'Opened again'),
  before: (handled: boolean) =>
    handled
      ? text(
          'ほかの係員が先に対応済みにしたため、行いませんでした。このダイアログは今「未対応に戻す」ためのものです。やめて、対応の記録を確かめてください。',
          'Nothing was done: somebody else has marked it as handled. This dialog would now open it again. Close it and see what was done.',
        )
      : text(
          'ほかの係員が先に対応したため、行いませんでした。対応の記録を確かめ、それでも行うときは、もう一度押してください。',
          'Nothing was done: somebody else has acted on it. See what was done, and press again if you still want this.',
        ),
};

/** The page of one message. */
export function FeedbackPage({ feedbackId }: { readonly feedbackId: string }) {
  const say = useSay();
  const read = useRead(deskFeedback, { feedbackId });
  // The message may have been deleted since it was first read.
  const message = isGone(read.error) ? undefined : read.data;
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
      actions={message && <Handle message={message} />}
    >
      <Loaded read={read} lines={8}>
        {(found) => <Detail message={found} />}
      </Loaded>
    </Page>
  );
}

/** Marks the message as handled, or opens it again. */
function Handle({ message: { feedbackId, handled, version } }: { readonly message: DeskFeedback }) {
  const say = useSay();
  const [open, setOpen] = useState(false);
  const act = useAct(deskHandleFeedback, {
    changes: [deskFeedback, deskFeedbackList],
    onDone: ({ handled: now }) => {
      setOpen(false);
      toast(say(now ? WORDS.nowHandled : WORDS.nowOpen));
    },
  });
  const overtaken = isOvertaken(act.error);
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
          maxReasonLength={MAX_FEEDBACK_NOTE}
          busy={act.busy}
          error={overtaken ? null : act.error}
          onConfirm={(note) => act.run({ body: { feedbackId, version, handled: !handled, note } })}
          onClose={() => setOpen(false)}
        >
          <p>{say(handled ? WORDS.reopenText : WORDS.handleText)}</p>
          {overtaken && <NoticeBox tone="warn">{say(WORDS.before(handled))}</NoticeBox>}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Everything below the title. `chat` is the conversation with Help that the app adds to the text. */
function Detail({ message }: { readonly message: DeskFeedback }) {
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
                    {languageName(language)}
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
          <FeedbackWriter feedbackId={feedbackId} byVisitor={message.byVisitor === true} />
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
