// Postpones what appears when a field loses focus until the current press ends. Otherwise the page moves under the
// pointer and the click misses its target.
let pressed = false;
const waiting: (() => void)[] = [];

/** Runs the postponed acts after the click event that may follow this event. */
const end = () =>
  setTimeout(() => {
    pressed = false;
    for (const act of waiting.splice(0)) act();
  });
document.addEventListener('pointerdown', () => (pressed = true), true);
for (const sign of ['pointerup', 'pointercancel', 'keydown']) document.addEventListener(sign, end, true);
document.addEventListener(
  'change',
  // A native select list sends no `pointerup` to the page. A text field changes as the press begins, when it loses focus.
  ({ target }) => {
    if (target instanceof HTMLSelectElement) end();
  },
  true,
);

/** Runs `act` now, or at the end of the press in progress. */
export function afterPress(act: () => void): void {
  if (pressed) waiting.push(act);
  else act();
}
