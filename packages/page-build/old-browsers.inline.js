// Polyfills for the supported browsers (.browserslistrc). Runs in the page before any file of the build.
(() => {
  // Chrome before 116, Firefox before 124, Safari before 17.4.
  AbortSignal.any ??= (signals) => {
    const controller = new AbortController();
    for (const signal of signals) {
      if (signal.aborted) {
        controller.abort(signal.reason);
        break;
      }
      // The controller's own signal removes all listeners once one of the signals has aborted.
      signal.addEventListener('abort', () => controller.abort(signal.reason), { signal: controller.signal });
    }
    return controller.signal;
  };
  /** Adds a non-enumerable method to all arrays, so that loops over arrays do not see it. */
  const define = (name, value) => {
    if (name in Array.prototype) return;
    // Every newer browser has it.
    // oxlint-disable-next-line no-extend-native
    Object.defineProperty(Array.prototype, name, { value, writable: true, configurable: true });
  };
  // Chrome before 110.
  define('toSorted', function (compare) {
    return [...this].sort(compare);
  });
  define('toReversed', function () {
    return [...this].reverse();
  });
})();
