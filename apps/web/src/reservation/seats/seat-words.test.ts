import { LANGUAGES } from '@kippu/words/languages';
import type { SeatCar } from '@kippu/contract/calls/traveller/train';
import { expect, test } from 'vitest';
import { loadMessages } from '@kippu/words/load-messages';
import { arrangementInWords, lossInWords, seatSpoken, seatsInWords } from './seat-words.ts';

const CAR: SeatCar = {
  car: 4,
  class: 'ordinary',
  facilities: [],
  letters: ['A', 'B', '', 'C', 'D'],
  rows: [],
};
const { seat: en } = await loadMessages('en');
const { seat: ja } = await loadMessages('ja');

test('a choice is described in words', () => {
  expect(seatsInWords(['4-7B', '4-7A'], en, 'en')).toBe('Car 4, seats 7A and 7B');
  expect(seatsInWords(['4-7A'], en, 'en')).toBe('Car 4, seat 7A');
  expect(seatsInWords(['4-7A', '3-1B'], en, 'en')).toBe('Car 3, seat 1B; Car 4, seat 7A');
  expect(seatsInWords(['4-7B', '4-7A'], ja, 'ja')).toBe('4号車 7A、7B');
});

test('the arrangement of the seats is described', () => {
  expect(arrangementInWords([CAR], ['4-7A', '4-7B'], en, 'en')).toBe('Side by side, 7A at the window');
  expect(arrangementInWords([CAR], ['4-7B'], en, 'en')).toBe('Aisle');
  expect(arrangementInWords([CAR], ['4-7B', '4-7C'], en, 'en')).toBe('Across the aisle');
  expect(arrangementInWords([CAR], [], en, 'en')).toBe('');
});

test('each seat has a spoken name', () => {
  const place = { letter: 'A', state: 'selectable', power: true, window: true, facing: 'backward' } as const;
  expect(seatSpoken(CAR, 12, place, false, en, 'en')).toBe(
    'Car 4, row 12, A, window, free, power socket, faces backwards',
  );
  const plain = { ...place, power: false, facing: 'forward' } as const;
  const racks: SeatCar = { ...CAR, facilities: ['luggage'], rows: [{ row: 12, seats: [plain] }] };
  expect(seatSpoken(CAR, 12, plain, false, en, 'en')).toBe('Car 4, row 12, A, window, free');
  expect(seatSpoken(racks, 12, plain, false, en, 'en')).toBe(
    'Car 4, row 12, A, window, free, near the luggage space',
  );
  expect(seatSpoken(CAR, 12, { ...place, state: 'taken' }, false, en, 'en')).toContain('taken');
  expect(seatSpoken(CAR, 12, place, true, en, 'en')).toContain('chosen');
});

test('a loss names the lost seats and the remaining ones', () => {
  expect(lossInWords(['4-7A'], ['4-8B', '4-9A'], en, 'en')).toBe(
    'Seat 7A was just taken. Still free for you: 8B and 9A.',
  );
  expect(lossInWords(['4-7A'], ['4-8B'], ja, 'ja')).toBe(
    '7Aは、たった今ほかのお客様が確保しました。8Bはまだ選べます。',
  );
  expect(lossInWords(['4-7A', '4-7B'], [], en, 'en')).toBe('Seats 7A and 7B were just taken.');
});

test.each(LANGUAGES)('%s fills every placeholder of a text', async (language) => {
  const { seat } = await loadMessages(language);
  const texts = Object.values(seat).flatMap((value) =>
    typeof value === 'string' ? [value] : typeof value === 'function' ? [] : Object.values(value),
  );
  expect(texts.filter((text) => typeof text === 'string' && text.trim() === '')).toEqual([]);
  expect(seatsInWords(['4-7A', '4-7B'], seat, language)).toContain('7A');
  expect(seat.tooFew(1, 2)).toMatch(/1.*2/);
});
