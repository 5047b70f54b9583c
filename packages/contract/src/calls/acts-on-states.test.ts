// Each act of the desk names the state on which staff decided, so that a changed state asks again; or it needs none, and says why.
import { expect, test } from 'vitest';
import { ALL_CALLS } from './all-calls.ts';

/** The fields by which a body names the state that staff saw. */
const STATES = ['seen', 'version', 'trains', 'upTo', 'over'];

const WITHOUT: Readonly<Record<string, string>> = {
  deskSignOut: 'ends the own session',
  deskChangeAddedTrain: 'a train has cars or none: it gets them once, and loses them once',
  deskChangePassword: 'needs the present password',
  deskTickets: 'issues what is new; an order is issued once',
  deskEndSession: 'leads to one state, whatever was before',
  deskSuspendAccount: 'leads to one state, whatever was before',
  deskResumeAccount: 'leads to one state, whatever was before',
  deskSettleGateConflict: 'a conflict is open or resolved, and is resolved once',
  deskGates: 'makes a code',
  deskCloseGate: 'a gate is closed for good, and a later end is refused',
  deskWithdrawGateCode: 'a code is unused or gone',
  deskWithdrawFeed:
    'an import is withdrawn once, and the timetable that takes its place is read again under its lock',
  deskAddStaff: 'adds what is new; an email is used once',
  deskSendMailAgain: 'a mail waits here or is gone',
  deskDropMail: 'a mail waits here or is gone',
  deskAddPartner: 'adds what is new; a name is used once',
  deskMakePartnerKey: 'makes a key beside the others',
  deskClosePartnerKey: 'a key is closed for good',
  deskAddWebhook: 'adds an endpoint beside the others',
  deskChangeWebhook: 'the last address and topics count, and the secret stays',
  deskSwitchWebhook: 'sets a state that is named',
  deskRotateWebhookSecret: 'the former secret signs too, and a third is refused',
  deskTestWebhook: 'sends a test, and changes nothing',
  deskReplayWebhook: 'sends events again that receivers know by their ids',
};

const acts = ALL_CALLS.filter(
  (call) => call.auth === 'desk' && call.method !== 'GET' && call.readOnly !== true,
);
const namesState = (body: object) => STATES.some((field) => JSON.stringify(body).includes(`"${field}":`));

test('each act of the desk names the state it was decided on, or is listed with its reason', () => {
  expect(acts.length).toBeGreaterThan(30);
  const without = acts.filter(({ body }) => !namesState(body)).map(({ name }) => name);
  expect(without.toSorted()).toEqual(Object.keys(WITHOUT).toSorted());
});

test('an act that names a state is refused where it has changed', () => {
  const silent = acts.filter(({ body, refusals }) => namesState(body) && !refusals.includes('DESK-0001'));
  // It resolves only those that were open and seen, and says how many.
  expect(silent.map(({ name }) => name)).toEqual(['deskSettleGateConflicts']);
});
