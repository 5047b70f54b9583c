// The question field, docked above the tab bar, or above the phone's keyboard while it is open.
import { SendHorizontal } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { useMessages } from '../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import css from './ask-bar.module.css';
import { useKeyboardInset, useTabBarHeight } from './use-bottom-cover.ts';

const MAX_QUESTION = 200;

export function AskBar({ onAsk }: { readonly onAsk: (question: string) => void }) {
  const { help: words } = useMessages();
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const bottom = Math.max(useKeyboardInset(), useTabBarHeight());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const question = text.trim();
    if (question === '') return void input.current?.focus();
    setText('');
    onAsk(question);
  };
  return (
    <form className={css['bar']} style={bottom > 0 ? { bottom } : undefined} onSubmit={submit}>
      <input
        ref={input}
        className={css['input']}
        aria-label={words.input}
        placeholder={words.input}
        value={text}
        maxLength={MAX_QUESTION}
        enterKeyHint="send"
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className={css['send']} aria-label={words.send}>
        <Icon of={SendHorizontal} />
      </button>
    </form>
  );
}
