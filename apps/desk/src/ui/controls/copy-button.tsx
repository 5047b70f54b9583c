// Copies a text to the clipboard and reports the result.
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { text, useSay } from '../../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { toast } from '@kippu/ui/toast';

const WORDS = {
  done: text('コピーしました', 'Copied'),
  failed: text(
    'コピーできませんでした。文字を選択してコピーしてください。',
    'The browser could not copy this. Select the text and copy it.',
  ),
};

/** `children` names what is copied: 'Copy link'. */
export function CopyButton({ value, children }: { readonly value: string; readonly children: string }) {
  const say = useSay();
  const [copied, setCopied] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(value);
      toast(say(WORDS.done));
    } catch (error) {
      console.warn('the browser does not copy', error);
      toast(say(WORDS.failed));
    }
  };
  return (
    <Button kind="outline" icon={copied === value ? Check : Copy} onClick={() => void copy()}>
      {children}
    </Button>
  );
}
