// Two accounts on one phone: neither sees what the other left in the tab.
import { afterEach, expect, test } from 'vitest';
import { handOverConversation, recallConversation, recallDraft, rememberDraft } from './feedback-draft.ts';
import { recallTurns, rememberTurns, type Turn } from '../../help/conversation.ts';
import { recallTransfer, rememberTransfer } from '../../ticket/transfer/transfer-memory.ts';
import { remember } from '../storage/tab-memory.ts';
import { recallOwn } from './account-memory.ts';
import { beginSession, endSession } from './session.ts';

const logIn = (email: string) =>
  beginSession({
    token: 't',
    refreshToken: 'r',
    createAt: '2026-11-28 12:00:00',
    expiresIn: 1800,
    member: {
      email,
      username: 'mei',
      fullname: 'Mei Tanaka',
      country: 'TW',
      language: 'en',
      passwordChangedAt: '2026-11-28 12:00:00',
      createdAt: '2026-11-28 12:00:00',
    },
  });
const TURNS: readonly Turn[] = [{ id: 1, question: 'Where is my ticket?', faqId: null, related: [] }];
const DRAFT = { topic: 'app', text: 'The map is upside down', ticketId: 't-1' };
const NOTHING = {
  draft: { topic: '', text: '', ticketId: '' },
  conversation: '',
  turns: [],
  gave: undefined,
};

const seen = () => ({
  draft: recallDraft(),
  conversation: recallConversation(),
  turns: recallTurns(),
  gave: recallTransfer(),
});
function leave() {
  rememberDraft(DRAFT);
  handOverConversation('> Where is my ticket?');
  rememberTurns(TURNS);
  rememberTransfer({ name: 'Haruka', email: 'friend@example.com' });
}

afterEach(() => endSession());

test('what an account left is there when it is back, and for nobody else', () => {
  logIn('mei@example.com');
  leave();
  const own = seen();
  expect(own).toMatchObject({ draft: DRAFT, turns: TURNS, gave: { email: 'friend@example.com' } });
  endSession();
  expect(seen()).toEqual(NOTHING);
  logIn('ken@example.com');
  expect(seen()).toEqual(NOTHING);
  logIn('mei@example.com');
  expect(seen()).toEqual(own);
});

test('a visitor’s work continues after they sign in', () => {
  rememberTurns(TURNS);
  rememberDraft(DRAFT);
  logIn('ken@example.com');
  expect(seen()).toMatchObject({ draft: DRAFT, turns: TURNS });
});

test.each(['text', 5, null])('what nobody left, or %j in its place, is nothing', (stored) => {
  remember('kippu.broken', stored);
  expect([recallOwn('kippu.never'), recallOwn('kippu.broken')]).toEqual([undefined, undefined]);
});
