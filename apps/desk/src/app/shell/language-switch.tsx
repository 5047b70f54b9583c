// The other language, named in itself.
import { Languages } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { setLanguage, useLanguage } from './texts.ts';

export function LanguageSwitch() {
  const other = useLanguage() === 'ja' ? 'en' : 'ja';
  return (
    <Button kind="text" icon={Languages} onClick={() => setLanguage(other)}>
      <span lang={other}>{other === 'ja' ? '日本語' : 'English'}</span>
    </Button>
  );
}
