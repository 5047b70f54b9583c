// Light or dark colours, as in the system settings.

/** Applies the system's light or dark setting, and follows its changes. */
export function followAppearance(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    document.documentElement.dataset['appearance'] = dark.matches ? 'dark' : 'light';
  };
  apply();
  dark.addEventListener('change', apply);
}
