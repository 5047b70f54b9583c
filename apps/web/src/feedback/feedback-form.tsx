// The feedback form. Problems appear at their fields after the button was pressed.
import { nameIn } from '@kippu/contract/names';
import { feedbackSave } from '@kippu/contract/routes/traveller/feedback';
import { ticketList, ticketLoad } from '@kippu/contract/routes/traveller/ticket';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { MessagesSquare, Send } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { CallError, isRefusal } from '@kippu/client/call-error';
import {
  forgetConversation,
  forgetDraft,
  recallConversation,
  recallPicture,
  rememberDraft,
  rememberPicture,
  type FeedbackDraft,
} from '../app/session/feedback-draft.ts';
import { useRead, useWrite } from '../app/query/queries.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { SelectField } from '@kippu/ui/field';
import { Icon } from '@kippu/ui/icon';
import { Screen } from '../ui/layout/screen.tsx';
import { TextArea } from '../ui/controls/text-area.tsx';
import { ContactLines } from './contact-lines.tsx';
import { conversationTail, lengthOf, roomFor, textToSend } from './feedback-text.ts';
import css from './feedback.module.css';
import { PictureField } from './picture-field.tsx';
import { SendFailed } from '../ui/messages/send-failed.tsx';
import { TopicField } from './topic-field.tsx';

export function FeedbackForm({
  first,
  onSent,
}: {
  readonly first: FeedbackDraft;
  readonly onSent: () => void;
}) {
  const { help: words } = useMessages();
  const [draft, setDraft] = useState(first);
  const [picture, setPicture] = useState(recallPicture);
  const [conversation, setConversation] = useState(() => conversationTail(recallConversation()));
  const [checked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const save = useWrite(feedbackSave, {
    onSuccess: () => {
      forgetDraft();
      onSent();
    },
  });
  useEffect(() => rememberDraft(draft), [draft]);
  const { ticketId, tickets } = useTickets(draft.ticketId);

  const room = roomFor(conversation);
  const used = lengthOf(draft.text);
  // The conversation from Help may be sent without further text.
  const empty = draft.text.trim() === '' && conversation === '';
  const wrong = {
    topic: draft.topic === '' ? words.topicEmpty : undefined,
    text: used > room ? words.tooLong(used - room) : empty ? words.textEmpty : undefined,
  };
  const change = (part: Partial<FeedbackDraft>) => setDraft({ ...draft, ...part });
  const send = (about: string) => {
    const { topic, text } = draft;
    const body = {
      topic,
      text: textToSend(text, conversation),
      ...(about ? { ticketId: about } : {}),
      ...(picture ? { screenshot: picture } : {}),
    };
    save.mutate(
      { body },
      {
        onError: (error) => {
          // The ticket was transferred meanwhile, or the form did not know that it is gone: send the message without
          // it.
          if (about && isRefusal(error, 'TKT-0001')) send('');
        },
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (wrong.topic ?? wrong.text) {
      form.current?.querySelector<HTMLElement>(wrong.topic ? 'select' : 'textarea')?.focus();
      return;
    }
    send(ticketId);
  };
  return (
    <Screen
      title={words.feedbackTitle}
      leave="back"
      dock={
        <Button type="submit" form="feedback" icon={Send} busy={save.isPending}>
          {words.sendFeedback}
        </Button>
      }
    >
      <form ref={form} id="feedback" className={css['form']} onSubmit={submit} noValidate>
        <p className={css['intro']}>{words.feedbackIntro}</p>
        <TopicField
          topic={draft.topic}
          error={checked ? wrong.topic : undefined}
          onChange={(topic) => change({ topic })}
        />
        <TextArea
          label={words.text}
          hint={words.textHint}
          error={checked || used > room ? wrong.text : undefined}
          count={words.count(used, room)}
          value={draft.text}
          onChange={(event) => change({ text: event.target.value })}
        />
        {conversation && (
          <Conversation
            lines={conversation}
            onRemove={() => {
              forgetConversation();
              setConversation('');
            }}
          />
        )}
        {tickets.length > 0 && (
          <TicketSelect ticketId={ticketId} tickets={tickets} onChange={(id) => change({ ticketId: id })} />
        )}
        <PictureField
          picture={picture}
          onChange={(next) => {
            setPicture(next);
            rememberPicture(next);
          }}
        />
        {!(save.variables?.body?.ticketId && isRefusal(save.error, 'TKT-0001')) && (
          <SendFailed error={save.error} again={() => send(ticketId)} keyed />
        )}
      </form>
      <ContactLines />
    </Screen>
  );
}

function Conversation({ lines, onRemove }: { readonly lines: string; readonly onRemove: () => void }) {
  const { help: words } = useMessages();
  return (
    <div className={css['conversation']}>
      <p className={css['label']}>
        <Icon of={MessagesSquare} />
        {words.chatWith}
      </p>
      <p className={css['lines']}>{lines}</p>
      <Button kind="text" onClick={onRemove}>
        {words.chatRemove}
      </Button>
    </div>
  );
}

/**
 * Returns the tickets to choose from, and the chosen one, given the ticket of the draft or the address. The choice is
 * '' if the account does not have that ticket, which must not block the message.
 */
function useTickets(named: string): { ticketId: string; tickets: readonly TicketSummary[] } {
  const active = useRead(ticketList, { tab: 'active', limit: 50 });
  const past = useRead(ticketList, { tab: 'past', limit: 50 });
  const chosen = useRead(ticketLoad, { ticketId: named }, { enabled: named !== '' });
  const gone = chosen.error instanceof CallError && [400, 404].includes(chosen.error.status);
  const listed = [...(active.data?.items ?? []), ...(past.data?.items ?? [])];
  const beyond = chosen.data && !gone && !listed.some((ticket) => ticket.ticketId === named);
  return { ticketId: gone ? '' : named, tickets: beyond ? [...listed, chosen.data] : listed };
}

function TicketSelect({
  ticketId,
  tickets,
  onChange,
}: {
  readonly ticketId: string;
  readonly tickets: readonly TicketSummary[];
  readonly onChange: (ticketId: string) => void;
}) {
  const { help: words } = useMessages();
  const language = useLanguage();
  return (
    <SelectField label={words.ticket} value={ticketId} onChange={(event) => onChange(event.target.value)}>
      <option value="">{words.noTicket}</option>
      {tickets.map((ticket) => (
        <option key={ticket.ticketId} value={ticket.ticketId}>
          {`${ticket.ticketNo.slice(-4)} · ${nameIn(ticket, 'productName', language)}`}
        </option>
      ))}
    </SelectField>
  );
}
