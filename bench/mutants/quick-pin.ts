// The hash of a gate's PIN is slow on purpose, and nearly every test of the gate computes one. Here it takes one
// iteration.
const { subtle } = crypto;
const derive = subtle.deriveBits.bind(subtle);

subtle.deriveBits = (algorithm, key, length) =>
  derive(typeof algorithm === 'string' ? algorithm : { ...algorithm, iterations: 1 }, key, length);
