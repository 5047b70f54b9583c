// Runs in the page before any file of the build, and must work if none of them loads. Reloads the page after a short
// delay because one of its files failed to load; the other files come from the browser's cache. Returns false if
// there is no network or reloading has not helped. Then a link offers the reload.
function kippuReload() {
  try {
    const again = JSON.parse(sessionStorage.getItem('kippu.reloads') ?? '[]').filter(
      (at) => Date.now() - at < 120_000,
    );
    if (navigator.onLine && again.length < 6) {
      sessionStorage.setItem('kippu.reloads', JSON.stringify([...again, Date.now()]));
      setTimeout(() => location.reload(), 500 * 2 ** again.length);
      return true;
    }
  } catch {
    // Without storage nothing would limit the reloads, or keep what the user has typed.
  }
  document.querySelector('.load-again')?.classList.add('now');
  return false;
}
addEventListener(
  'error',
  ({ target }) => {
    const isStyle = target?.rel === 'stylesheet';
    if (target?.tagName !== 'SCRIPT' && !isStyle) return;
    // Nothing requests it again: Vite counts a style sheet as loaded after its first request.
    if (isStyle) globalThis.kippuStyleLost = true;
    // The page is in its initial state: no screen is shown yet.
    if (document.querySelector('.opening')) kippuReload();
  },
  true,
);
addEventListener('click', (event) => {
  if (!event.target.closest?.('.load-again')) return;
  // Following the link would lose the requested screen.
  event.preventDefault();
  location.reload();
});
