// Light or dark colours, as in the system settings.

/** Applies the system's light or dark setting, and follows its changes. */
export function followAppearance(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const root = document.documentElement;
    root.dataset['appearance'] = dark.matches ? 'dark' : 'light';
    const hero = getComputedStyle(root).getPropertyValue('--hero');
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', hero);
  };
  apply();
  dark.addEventListener('change', apply);
}
