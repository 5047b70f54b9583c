// Hanako and Taro, each with an account, for tests of tickets that go from one to the other.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openTicketApp, type TestUser, type TicketFixture } from './ticket.ts';

export interface TwoTravellers {
  readonly fixture: TicketFixture;
  readonly hanako: TestUser;
  readonly taro: TestUser;
}

/** Opens the app once for a test file, and before each test empties it and makes both accounts. Call it once, at the top of the file. */
export function eachTwoTravellers(begin: (opened: TwoTravellers) => void): void {
  let fixture: TicketFixture;
  beforeAll(async () => {
    fixture = await openTicketApp();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.reset();
    const hanako = await fixture.traveller('hanako', 'en');
    const taro = await fixture.traveller('taro', 'en');
    begin({ fixture, hanako, taro });
  });
}
