// What no call accepts: numbers out of range, files of other types and names.
import { expect, it } from 'vitest';
import { Check } from 'typebox/value';
import { feedbackSave } from './calls/traveller/feedback.ts';
import { Accuracy, Count, Latitude, Money } from './fields.ts';

it('a number out of range is refused: negative, fractional or too large', () => {
  for (const money of [0, 12_000_00, 100_000_000_00]) expect(Check(Money, money), `${money}`).toBe(true);
  for (const money of [-1, 0.5, 100_000_000_01, 2 ** 53, Infinity, NaN, '5'])
    expect(Check(Money, money), `${money}`).toBe(false);
  for (const count of [-1, 1.5, NaN]) expect(Check(Count, count), `${count}`).toBe(false);
  for (const latitude of [-91, 90.1, NaN]) expect(Check(Latitude, latitude), `${latitude}`).toBe(false);
  expect(Check(Accuracy, 1e300)).toBe(false);
});

it('a picture is PNG, JPEG or WebP and nothing else', () => {
  const isTaken = (type: string) =>
    Check(feedbackSave.body, { topic: 'app', text: 'a', screenshot: `data:${type};base64,AAAA` });
  for (const type of ['image/png', 'image/jpeg', 'image/webp']) expect(isTaken(type), type).toBe(true);
  for (const type of ['image/svg+xml', 'image/gif', 'text/html', 'application/pdf', 'image/png;x=y'])
    expect(isTaken(type), type).toBe(false);
});
