// How to make each call of each screen by hand: the address, the input and the presses.
import { deskSignIn } from '@kippu/contract/calls/desk/staff';
import { deskFindAccount } from '@kippu/contract/calls/desk/find';
import { deskFeedback } from '@kippu/contract/calls/desk/feedback';
import { deskGateCodes, deskGateConflict, deskGateList } from '@kippu/contract/calls/desk/gates';
import { deskUnsentMails } from '@kippu/contract/calls/desk/mails';
import { deskHeldCuts, deskTrainRun } from '@kippu/contract/calls/desk/live';
import { deskOccupancy } from '@kippu/contract/calls/desk/occupancy';
import { deskNotice } from '@kippu/contract/calls/desk/notices';
import { deskLookTakeIn } from '@kippu/contract/calls/desk/counter';
import { deskFeed } from '@kippu/contract/calls/desk/timetable';
import { deskPartners, deskReconciliation } from '@kippu/contract/calls/desk/partners';
import { deskStaffList } from '@kippu/contract/calls/desk/staff-list';
import { deskTicket } from '@kippu/contract/calls/desk/ticket';
import type { Call } from '@kippu/contract/call';
import { screen } from '@testing-library/react';
import {
  aGateCode,
  aDayWithExtra,
  aHeldCut,
  aNotice,
  anAccount,
  aTicket,
  aTicketSeat,
  TICKET_NO,
} from './factories.ts';
import { succeeds, type FakeServer } from './fake-server.ts';
import { choose, fill, press } from './render-desk.tsx';

export interface CallSteps {
  readonly hash: string;
  /** Nobody is signed in. */
  readonly visitor?: true;
  readonly before?: (server: FakeServer) => void;
  /** A change by somebody else, before the refusal. */
  readonly meanwhile?: (server: FakeServer) => void;
  /** Makes the call. Without it, opening the address makes the call. */
  readonly act?: () => Promise<void>;
  /** The call that is read again after `seen` and `leave`. */
  readonly reads?: Call;
  /** The text shown beside the current data. */
  readonly seen?: RegExp;
}

const NOTHING_DONE = /Nothing was done/;
const ticket = `#/tickets/${TICKET_NO}`;
const train = '#/trains/haruka-1@2026-12-01';
const PASSWORD = 'Uji-bridge-1053';
const addsTrain = (server: FakeServer) => server.give(deskOccupancy, aDayWithExtra());
const sellSeats = async () => {
  await press('Give it cars and sell seats HARUKA');
  await fill(/^Train number/, '9001');
};
const signIn = async () => {
  await fill('Email', 'aki@kippu.example');
  await fill('Password', PASSWORD);
  await press('Sign in');
};
const find = (typed: string) => async () => {
  await fill(/^Number, code/, typed);
  await press('Find');
};
const look = async () => {
  await fill(/^Exchange number/, TICKET_NO);
  await press('Look it up');
};
const feedZip = () => new File(['a ZIP file'], 'feed.zip', { type: 'application/zip' });
const tryFeed = async () => {
  await screen.findByText('Import a newer one');
  await choose('ZIP file of a GTFS feed', feedZip());
};
const changeOf =
  (name: string, button: string, confirm = button) =>
  async () => {
    await press(`Change ${name}`);
    await press(button);
    if (confirm !== '') await press(confirm);
  };
const staffAct = (act: () => Promise<void>, hash = '#/staff'): CallSteps => ({
  hash,
  act,
  reads: deskStaffList,
  seen: NOTHING_DONE,
});

const accounts = '#/partners/accounts?partner=partner-1&month=2026-11';
/** The dialog of a partner's only endpoint. */
const OPEN_ENDPOINT = ['Webhooks of Trip Shop', 'Open https://shop.example/hook'];
const webhookAct = (...presses: readonly string[]): CallSteps =>
  partnerAct(async () => {
    for (const name of [...OPEN_ENDPOINT, ...presses]) await press(name);
  });
const partnerAct = (act: () => Promise<void>): CallSteps => ({
  hash: '#/partners',
  act,
  reads: deskPartners,
  seen: NOTHING_DONE,
});

/** An act on the found account: the button on its page, then the same button in its dialog. */
const accountAct = (name: string, status: 'active' | 'suspended' = 'active'): CallSteps => ({
  hash: '#/tickets',
  before: (server) =>
    server.answer(deskFindAccount, () =>
      succeeds({ account: { ...anAccount(), status }, tickets: { items: [] }, reservations: [] }),
    ),
  act: async () => {
    await find('mei@example.com')();
    await press(name);
    await press(name);
  },
  reads: deskFindAccount,
});

/** An act on the listed mail: its button, then the button in its dialog. */
const mailAct = (name: string, confirm: string): CallSteps => ({
  hash: '#/mails',
  act: async () => {
    await press(name);
    await press(confirm);
  },
  reads: deskUnsentMails,
});

/** An answer to a feed that wants to cancel many trains: its button, then the button in its dialog. */
const heldCuts = (name: string): CallSteps => ({
  hash: '#/trains?date=2026-12-01',
  before: (server) => server.give(deskHeldCuts, { items: [aHeldCut()] }),
  act: async () => {
    await press(name);
    await press(name);
  },
  reads: deskHeldCuts,
});

const withSeat = (server: FakeServer) => server.give(deskTicket, aTicket({ seats: [aTicketSeat()] }));

/** By screen, then by call. */
export const CALL_STEPS: Readonly<Record<string, Readonly<Record<string, CallSteps>>>> = {
  signIn: {
    deskSignIn: { hash: '', visitor: true, act: signIn },
    checkWork: {
      hash: '',
      visitor: true,
      before: (server) => server.refuse(deskSignIn, 'imgCodeError'),
      act: signIn,
    },
  },
  me: {
    deskChangePassword: {
      hash: '#/me',
      act: async () => {
        await fill('Current password', 'Kippu-old-1053');
        await fill('New password', PASSWORD);
        await fill('New password again', PASSWORD);
        await press('Change password');
      },
    },
  },
  tickets: {
    deskTicket: { hash: ticket },
    deskFind: { hash: '#/tickets', act: find('1234') },
    deskFindAccount: { hash: '#/tickets', act: find('mei@') },
    deskEndSession: accountAct('Sign traveller out'),
    deskSuspendAccount: accountAct('Suspend account'),
    deskResumeAccount: accountAct('Resume account', 'suspended'),
    deskSeatChoice: { hash: ticket, before: withSeat, act: () => press('Reserve a seat') },
    deskReserveSeat: {
      hash: ticket,
      before: withSeat,
      act: async () => {
        await press('Move seat');
        await screen.findAllByText(/Airport → Kyoto/);
        await fill('Train', 'haruka-1@2026-12-01');
        await screen.findByText(/4-1A/);
        await fill('Seat', '4-1A');
        await fill('Reason', 'Asked for it');
        await press('Move seat');
      },
      reads: deskTicket,
      seen: /Nothing was done|Words of/,
    },
    deskCancelSeat: {
      hash: ticket,
      before: withSeat,
      act: async () => {
        await press('Cancel seat');
        await fill('Reason', 'Asked for it');
        await press('Cancel seat');
      },
      reads: deskTicket,
      seen: /Nothing was done|Words of/,
    },
    deskTicketAccount: { hash: ticket, act: () => press('Show holder') },
    deskChangeTicket: {
      hash: ticket,
      act: async () => {
        await press('Suspend');
        await fill('Reason', 'Lost');
        await press('Suspend ticket');
      },
      reads: deskTicket,
      seen: /Nothing was done|The traveller is inside/,
    },
  },
  counter: {
    deskLookTakeIn: { hash: '#/counter', act: look },
    deskTakeIn: {
      hash: '#/counter',
      act: async () => {
        await look();
        await press('Take the admission in');
      },
      reads: deskLookTakeIn,
      seen: /It changed after it was read, so it was not taken in/,
    },
  },
  issue: {
    deskTickets: {
      hash: '#/issue',
      act: async () => {
        await fill('Seller', 'Aki');
        await fill('Sold at', 'Kyoto');
        await press('Issue 1 ticket');
      },
    },
  },
  gates: {
    deskGates: {
      hash: '#/gates/list',
      act: async () => {
        await press('Enrol a gate');
        await screen.findAllByText('Kyoto');
        await fill('Station', 'kyoto');
        await press('Make a code');
      },
    },
    deskCloseGate: {
      hash: '#/gates/list',
      act: async () => {
        await press('Close');
        await press('Close gate');
      },
      reads: deskGateList,
    },
    deskWithdrawGateCode: {
      hash: '#/gates/list',
      before: (server) => server.give(deskGateCodes, { items: [aGateCode()] }),
      act: async () => {
        await press('Withdraw');
        await press('Withdraw code');
      },
      reads: deskGateCodes,
    },
    deskGateConflict: { hash: '#/gates/4711' },
    deskSettleGateConflict: {
      hash: '#/gates/4711',
      act: async () => {
        await fill('What you found out', 'A second phone.');
        await press('Resolve conflict');
      },
      reads: deskGateConflict,
      seen: /Somebody else resolved it before you/,
    },
  },
  notices: {
    deskNotice: { hash: '#/notices/desk-12' },
    deskSaveNotice: {
      hash: '#/notices/desk-12',
      act: async () => {
        await screen.findByText('All languages are written.');
        await press('Save notice');
      },
      meanwhile: (server) => server.give(deskNotice, aNotice({ version: 2 })),
      reads: deskNotice,
      seen: /changed this notice on/,
    },
    deskWithdrawNotice: {
      hash: '#/notices/desk-12',
      act: async () => {
        await press('Withdraw');
        await press('Withdraw notice');
      },
      reads: deskNotice,
    },
  },
  feedback: {
    deskFeedback: { hash: '#/feedback/feedback-1' },
    deskFeedbackPicture: { hash: '#/feedback/feedback-1' },
    deskFeedbackWriter: { hash: '#/feedback/feedback-1', act: () => press('Show email') },
    deskHandleFeedback: {
      hash: '#/feedback/feedback-1',
      act: async () => {
        await press('Mark as handled');
        await fill('Reason', 'Answered');
        await press('Mark as handled');
      },
      reads: deskFeedback,
      seen: NOTHING_DONE,
    },
  },
  trains: {
    deskOccupancy: { hash: '#/trains?date=2026-12-01' },
    deskAllowCuts: heldCuts('Allow'),
    deskKeepRunning: heldCuts('Keep running'),
    deskDeparture: { hash: train },
    deskTrainRun: { hash: train },
    deskTrainHistory: { hash: train },
    deskTryAddedTrain: { hash: '#/trains?date=2026-12-01', before: addsTrain, act: sellSeats },
    deskChangeAddedTrain: {
      hash: '#/trains?date=2026-12-01',
      before: addsTrain,
      act: async () => {
        await sellSeats();
        await press('Sell seats');
      },
      reads: deskOccupancy,
    },
    deskTryTrainChange: { hash: train, act: () => fill('Minutes late', '20') },
    deskChangeTrain: {
      hash: train,
      act: async () => {
        await fill('Minutes late', '20');
        await press('Save delay');
      },
      reads: deskTrainRun,
      seen: /Somebody else changed this train/,
    },
  },
  timetable: {
    deskUploadedFeed: { hash: '#/timetable', act: tryFeed },
    deskImportFeed: {
      hash: '#/timetable',
      act: async () => {
        await tryFeed();
        await press('Import…');
        await press('Import');
      },
      reads: deskFeed,
    },
    deskWithdrawFeed: {
      hash: '#/timetable',
      act: async () => {
        await press('Take back… no. 7');
        await press('Take import back');
      },
      reads: deskFeed,
    },
  },
  partners: {
    deskAddPartner: partnerAct(async () => {
      await press('Add a partner');
      await fill('Name', 'Rail Shop');
      await fill('Email of the contact', 'sales@railshop.example');
      await press('Save');
    }),
    deskChangePartner: partnerAct(changeOf('Trip Shop', 'Save', '')),
    deskClosePartner: partnerAct(changeOf('Trip Shop', 'Close partner')),
    deskMakePartnerKey: partnerAct(async () => {
      await press('Keys of Trip Shop');
      await press('Make a key');
    }),
    deskClosePartnerKey: partnerAct(async () => {
      await press('Keys of Trip Shop');
      await press('Close the key that ends in abcd');
      await press('Close key');
    }),
    deskReconciliation: { hash: accounts },
    deskReconciliationEntries: { hash: `${accounts}&day=2026-11-05` },
    deskCloseMonth: {
      hash: accounts,
      act: async () => {
        await press('Close this month');
        await press('Close month');
      },
      reads: deskReconciliation,
      seen: NOTHING_DONE,
    },
    deskWebhooks: { hash: '#/partners', act: () => press('Webhooks of Trip Shop') },
    deskAddWebhook: partnerAct(async () => {
      await press('Webhooks of Trip Shop');
      await press('Add an endpoint');
      await fill('Address', 'https://shop.example/new');
      await press('Save');
    }),
    deskChangeWebhook: webhookAct('Change', 'Save'),
    deskSwitchWebhook: webhookAct('Switch off'),
    deskRotateWebhookSecret: webhookAct('Make a new secret', 'Make a new secret'),
    deskTestWebhook: webhookAct('Send a test event'),
    deskReplayWebhook: partnerAct(async () => {
      for (const name of [...OPEN_ENDPOINT, 'Send events again']) await press(name);
      await fill('Or from this event (webhook-id)', 'evt_0_1');
      await press('Send again');
    }),
  },
  staff: {
    deskAddStaff: staffAct(async () => {
      await press('Add somebody');
      await fill('Email', 'new@kippu.example');
      await fill('Name', 'Dan');
      await press('Add');
    }),
    deskChangeStaff: staffAct(changeOf('Ben', 'Save', '')),
    deskResetStaffPassword: staffAct(changeOf('Ben', 'New first password')),
    deskCloseStaff: staffAct(changeOf('Ben', 'Close')),
    deskReopenStaff: staffAct(changeOf('Chie', 'Reopen'), '#/staff?state=all'),
  },
  mails: {
    deskSendMailAgain: mailAct('Send again to m•••@example.com', 'Send again'),
    deskDropMail: mailAct('Drop the mail to m•••@example.com', 'Drop'),
  },
  record: { deskRecord: { hash: '#/record' } },
};
