// What leaving a field shows waits for the end of the press that left it: a page that moves under a mouse's button has its
// click fall beside what was pressed.
let pressed = false;
const waiting: (() => void)[] = [];

/** After the click that this press may be. */
const end = () =>
  setTimeout(() => {
    pressed = false;
    for (const act of waiting.splice(0)) act();
  });
document.addEventListener('pointerdown', () => (pressed = true), true);
// A list that the browser opens over the page keeps the end of its press to itself.
for (const sign of ['pointerup', 'pointercancel', 'change', 'keydown'])
  document.addEventListener(sign, end, true);

/** Does it now, or when the press that is under way is over. */
export function afterPress(act: () => void): void {
  if (pressed) waiting.push(act);
  else act();
}
