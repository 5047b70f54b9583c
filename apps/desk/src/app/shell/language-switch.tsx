// Switches to the other language, which is shown by its own name.
import { Languages } from 'lucide-react';
import { Button } from '@kippu/ui/button';
import { setLanguage, useLanguage } from '../text/texts.ts';

export function LanguageSwitch() {
  const other = useLanguage() === 'ja' ? 'en' : 'ja';
  return (
    <Button kind="text" icon={Languages} onClick={() => setLanguage(other)}>
      <span lang={other}>{other === 'ja' ? '日本語' : 'English'}</span>
    </Button>
  );
}
