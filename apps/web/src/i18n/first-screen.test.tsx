// The first screen shows with its own words while all others are still loading.
import { reserveList } from '@kippu/contract/calls/traveller/seat';
import { ticketList } from '@kippu/contract/calls/traveller/ticket';
import { act, render, screen } from '@testing-library/react';
import { loadMessages } from '@kippu/words/load-messages';
import { Suspense } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aReservation, aTicket, aTicketInUse, wallIn } from '../../test/factories.ts';
import { FakeServer, succeeds } from '../../test/fake-server.ts';
import { renderApp } from '../../test/render-app.tsx';
import { useFirstMessages, useMessages } from './messages.ts';
import { loadFirstSpeech, loadWholeSpeech, SpeechProvider } from './speech.tsx';

/** Loading all words waits for this promise. */
const line = vi.hoisted(() => ({ open: Promise.resolve() }));
vi.mock(import('@kippu/words/load-messages'), async (original) => {
  const real = await original();
  return {
    ...real,
    loadMessages: async (language) => {
      await line.open;
      return real.loadMessages(language);
    },
  };
});

/** From now on, only the words of the first screen load. Call the result to load the others. */
function holdOtherWords(): () => Promise<void> {
  let open: () => void = () => undefined;
  line.open = new Promise((resolve) => {
    open = resolve;
  });
  return () => act(async () => open());
}
beforeEach(() => {
  line.open = Promise.resolve();
});

/** Opens the app with the words of the first screen only. */
async function openEarly(at: { readonly tab?: 'past' }, server: FakeServer, account: object | null = {}) {
  let loadOthers = () => Promise.resolve();
  const speech = () => {
    loadOthers = holdOtherWords();
    return loadFirstSpeech('en');
  };
  const app = await renderApp('tickets', at, { server, account, speech });
  return { ...app, loadOthers: () => loadOthers() };
}
/** The skeletons on the screen, shown while a file, an answer or words load. */
const skeletons = () => screen.queryAllByRole('status', { name: 'Loading' });
const journey = () => [screen.getByRole('main').textContent, document.title];

test('a visitor reads the welcome', async () => {
  const { words, loadOthers } = await openEarly({}, new FakeServer(), null);
  expect(await screen.findByText(words.ticket.welcomeText)).toBeTruthy();
  expect(screen.getByText(words.common.tabSeats)).toBeTruthy();
  expect(skeletons()).toEqual([]);
  await screen.findByText(words.ticket.howGate);
  await screen.findByText(words.ticket.signUp);
  const before = document.title;
  await loadOthers();
  // Only the choice of the language waits for the other texts.
  await screen.findByLabelText(words.common.language);
  expect(document.title).toBe(before);
});

test('a traveller sees tickets and the next train', async () => {
  const server = new FakeServer();
  server.answer(ticketList, () => succeeds({ items: [aTicketInUse(), aTicket({ ticketId: 'ticket-2' })] }));
  server.give(reserveList, {
    items: [aReservation({ departAt: wallIn(50 * 60_000), arriveAt: wallIn(120 * 60_000) })],
  });
  const { words, loadOthers } = await openEarly({}, server);
  expect(await screen.findByRole('heading', { name: words.ticket.nextTrain })).toBeTruthy();
  expect(await screen.findByText(words.ticket.status.inUse)).toBeTruthy();
  expect(await screen.findByText(words.ticket.status.bound)).toBeTruthy();
  expect(await screen.findByText(words.ticket.showCode)).toBeTruthy();
  expect(skeletons()).toEqual([]);
  const before = journey();
  await loadOthers();
  expect(journey()).toEqual(before);
});

test('a traveller without tickets reads how to add one when the other words are there', async () => {
  const server = new FakeServer();
  server.answer(ticketList, () => succeeds({ items: [] }));
  server.give(reserveList, { items: [] });
  const { words, loadOthers } = await openEarly({}, server);
  expect(await screen.findByText(words.ticket.yourTickets)).toBeTruthy();
  await loadOthers();
  expect(await screen.findByText(words.ticket.emptyText)).toBeTruthy();
  expect(skeletons()).toEqual([]);
});

test('a screen with other words shows a skeleton until they load', async () => {
  const { words, loadOthers } = await openEarly({ tab: 'past' }, new FakeServer());
  expect(skeletons()).not.toEqual([]);
  expect(screen.queryByText(words.ticketLife.historyAll)).toBeNull();
  await loadOthers();
  expect(await screen.findByText(words.ticketLife.historyAll)).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(words.ticket.pastTickets);
});

test('a component waits for words that are still loading, and not for loaded ones', async () => {
  const Title = () => <p>{useMessages().seat.title}</p>;
  const words = (await loadMessages('en')).seat;
  const show = async (speech: Awaited<ReturnType<typeof loadWholeSpeech>>) =>
    render(
      <SpeechProvider speech={speech}>
        <Suspense fallback={<p>not yet</p>}>
          <Title />
        </Suspense>
      </SpeechProvider>,
    );
  const whole = await show(await loadWholeSpeech('en'));
  expect(whole.container.textContent).toBe(words.title);
  const loadOthers = holdOtherWords();
  const early = await loadFirstSpeech('en');
  const { container } = await act(async () => show(early));
  expect(container.textContent).toBe('not yet');
  await loadOthers();
  expect(container.textContent).toBe(words.title);
});

test('without a language above it a component throws', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Title = () => <p>{useFirstMessages().ticket.title}</p>;
  expect(() => render(<Title />)).toThrow('no language is loaded');
});

test('the compiler refuses a word that is not loaded with the first screen', async () => {
  const Early = () => {
    const first = useFirstMessages();
    // @ts-expect-error The words of the seat screens load later.
    const section: unknown = first.seat;
    // @ts-expect-error These words of a ticket are for other screens.
    const word: unknown = first.ticket.addIntro;
    return <p>{`${String(section)} ${String(word)}`}</p>;
  };
  const speech = await loadFirstSpeech('en');
  const { container } = render(
    <SpeechProvider speech={speech}>
      <Early />
    </SpeechProvider>,
  );
  expect(container.textContent).toBe('undefined undefined');
});
