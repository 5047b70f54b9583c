// A gate is dark, as a kiosk in a hall. An inspector's phone is light or dark as its owner set it.
import { useEffect } from 'react';

const PAGE_COLOUR = { light: '#F4F1E9', dark: '#12141B' } as const;

/** Gives the page the phone's appearance while it is shown, and the gate's own afterwards. */
export function useAppearance(): void {
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const set = (appearance: keyof typeof PAGE_COLOUR) => {
      document.documentElement.dataset['appearance'] = appearance;
      document.querySelector('meta[name=theme-color]')?.setAttribute('content', PAGE_COLOUR[appearance]);
      document.querySelector('meta[name=color-scheme]')?.setAttribute('content', appearance);
    };
    const follow = () => set(dark.matches ? 'dark' : 'light');
    follow();
    dark.addEventListener('change', follow);
    return () => {
      dark.removeEventListener('change', follow);
      set('dark');
    };
  }, []);
}
