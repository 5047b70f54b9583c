// A server for desk tests. It answers every call of the page, and a test can replace answers.
import { checkWork, genWork } from '@kippu/contract/calls/traveller/account';
import * as conflict from '@kippu/contract/calls/desk/issue';
import * as counter from '@kippu/contract/calls/desk/counter';
import * as feed from '@kippu/contract/calls/desk/timetable';
import * as feedback from '@kippu/contract/calls/desk/feedback';
import * as find from '@kippu/contract/calls/desk/find';
import * as gate from '@kippu/contract/calls/desk/gates';
import * as home from '@kippu/contract/calls/desk/home';
import * as live from '@kippu/contract/calls/desk/live';
import * as mails from '@kippu/contract/calls/desk/mails';
import * as notice from '@kippu/contract/calls/desk/notices';
import * as occupancy from '@kippu/contract/calls/desk/occupancy';
import * as record from '@kippu/contract/calls/desk/record';
import * as staff from '@kippu/contract/calls/desk/staff';
import * as partners from '@kippu/contract/calls/desk/partners';
import * as staffList from '@kippu/contract/calls/desk/staff-list';
import * as ticket from '@kippu/contract/calls/desk/ticket';
import type { ErrorCode } from '@kippu/contract/errors';
import { deskGates } from '@kippu/contract/calls/gate/gate';
import { ContractServer } from '../../../packages/page-test/contract-server.ts';
import * as an from './factories.ts';

export { succeeds, refuses } from '../../../packages/page-test/contract-server.ts';

/** The fake server's decision on a code. */
export const wordsOf = (code: ErrorCode): string => `Words of ${code}.`;

const page = <T>(...items: readonly T[]) => ({ items: [...items] });

export class FakeServer extends ContractServer {
  constructor() {
    super();
    this.give(staff.deskMe, an.aStaff());
    this.give(staff.deskSignIn, { token: 'token-2', expiresAt: an.wallIn(43_200_000), staff: an.aStaff() });
    this.give(staff.deskSignOut, null);
    this.give(staff.deskChangePassword, { ...an.aStaff(), token: 'token-3' });
    this.give(genWork, { work: '{}' });
    this.give(checkWork, { captchaPass: 'pass-1' });
    this.give(ticket.deskTicket, an.aTicket());
    this.give(ticket.deskSeatChoice, an.aSeatChoice());
    const seatAct = { ticketNo: an.TICKET_NO, reservationId: 'reservation-1', seat: '4-1A' };
    this.give(ticket.deskReserveSeat, seatAct);
    this.give(ticket.deskCancelSeat, seatAct);
    this.give(ticket.deskChangeTicket, {
      ticketId: 'ticket-1',
      ticketNo: an.TICKET_NO,
      status: 'suspended',
      statusWord: 'Suspended',
    });
    // Two tickets of two orders, so that neither is opened at once or sets the order in the address.
    this.give(find.deskFind, page(an.aTicketLine(), an.aTicketLine({ ticketNo: '2', orderId: 'order-2' })));
    this.give(find.deskFindAccount, { account: an.anAccount(), tickets: { items: [] }, reservations: [] });
    this.give(find.deskAccountTickets, page());
    this.give(find.deskTicketAccount, an.anAccount());
    this.give(find.deskProducts, an.theProducts());
    this.give(conflict.deskTickets, []);
    this.give(counter.deskCounters, []);
    this.give(counter.deskLookTakeIn, an.aTakeIn());
    this.give(counter.deskTakeIn, an.aTakeIn({ last: { at: an.wallIn(0), byName: 'Aki' } }));
    this.give(gate.deskStations, [an.aStation()]);
    this.give(gate.deskGateList, page(an.aGate()));
    this.give(gate.deskCloseGate, an.aGate({ closedAt: an.wallIn(0) }));
    this.give(gate.deskGateCodes, page());
    this.give(gate.deskWithdrawGateCode, { codeId: 'code-1', stationId: 'kyoto' });
    this.give(deskGates, { code: 'AAAA-BBBB-CCCC', expiresAt: an.wallIn(86_400_000) });
    this.give(conflict.deskGateConflicts, page(an.aConflict()));
    this.give(gate.deskGateConflict, an.aConflict());
    this.give(conflict.deskSettleGateConflict, an.aConflict());
    this.give(conflict.deskSettleGateConflicts, { settled: 1, left: 0, more: false });
    this.give(notice.deskNotices, page());
    this.give(notice.deskNotice, an.aNotice());
    this.give(notice.deskSaveNotice, an.aNotice());
    this.give(notice.deskWithdrawNotice, an.aNotice({ state: 'withdrawn' }));
    this.give(feedback.deskFeedbackList, page());
    this.give(feedback.deskFeedback, an.aMessage());
    this.give(feedback.deskFeedbackPicture, { picture: 'data:image/png;base64,AA==' });
    this.give(feedback.deskFeedbackWriter, { email: 'mei@example.com' });
    this.give(feedback.deskHandleFeedback, { feedbackId: 'feedback-1', handled: true });
    const [from, to] = [an.dateIn(0), an.dateIn(864_000_000)];
    this.give(occupancy.deskOccupancy, {
      date: from,
      from,
      to,
      trains: [an.aDeparture()],
      extra: [],
      formations: [],
    });
    this.give(occupancy.deskDeparture, an.aDeparture());
    this.give(occupancy.deskSeatRefunds, page(an.aSeatRefund()));
    const nobody = { reservations: 0, travellers: 0 };
    this.give(home.deskHome, an.aHome());
    this.give(live.deskTrainRun, an.aTrainRun());
    this.give(live.deskTrainHistory, page());
    this.give(live.deskHeldCuts, page());
    this.give(live.deskAllowCuts, { trains: 12 });
    this.give(live.deskKeepRunning, { trains: 12 });
    this.give(live.deskTryTrainChange, {
      losesTrain: nobody,
      losesSeat: nobody,
      later: { reservations: 2, travellers: 3 },
      earlier: nobody,
      restored: nobody,
      unchanged: nobody,
    });
    this.give(live.deskTryAddedTrain, {
      losesTrain: nobody,
      losesSeat: nobody,
      later: nobody,
      earlier: nobody,
      restored: nobody,
      unchanged: nobody,
    });
    this.give(live.deskChangeAddedTrain, { departureId: 'haruka-1@2026-12-01' });
    this.give(live.deskChangeTrain, { departureId: 'haruka-1@2026-12-01', version: '1', run: an.aRun() });
    this.give(feed.deskFeed, an.theFeed());
    this.give(feed.deskUploadFeed, { uploadId: 'upload-1' });
    this.give(feed.deskUploadedFeed, an.anUploadedFeed());
    this.give(feed.deskImportFeed, an.theFeed().imports[0]!);
    this.give(feed.deskWithdrawFeed, an.theFeed().imports[0]!);
    this.give(partners.deskPartners, { items: [an.aPartner()] });
    this.give(partners.deskAddPartner, an.aPartner());
    this.give(partners.deskChangePartner, an.aPartner());
    this.give(partners.deskClosePartner, an.aPartner());
    this.give(partners.deskMakePartnerKey, {
      partner: an.aPartner(),
      keyId: 'key-2',
      key: 'kippu_live_secret',
    });
    this.give(partners.deskClosePartnerKey, an.aPartner());
    this.give(partners.deskReconciliation, an.aReconciliation());
    this.give(partners.deskReconciliationEntries, page(an.aLedgerAct()));
    const closed = { at: an.wallIn(0), by: 'Aki', entries: 8, hash: 'ab'.repeat(32) };
    this.give(partners.deskCloseMonth, an.aReconciliation({ closed }));
    const withSecret = { webhook: an.aWebhook(), secret: 'whsec_secret' };
    this.give(partners.deskWebhooks, { items: [an.aWebhook()], publicKey: 'whpk_key' });
    this.give(partners.deskAddWebhook, withSecret);
    this.give(partners.deskChangeWebhook, an.aWebhook());
    this.give(partners.deskSwitchWebhook, an.aWebhook());
    this.give(partners.deskRotateWebhookSecret, withSecret);
    this.give(partners.deskTestWebhook, { accepted: true });
    this.give(partners.deskReplayWebhook, an.aWebhook());
    const first = { staff: an.aStaffEntry(), password: 'First-2026' };
    this.give(
      staffList.deskStaffList,
      page(an.aStaffEntry(), an.aStaffEntry({ staffId: 'staff-2', name: 'Chie', closedAt: an.wallIn(0) })),
    );
    this.give(staffList.deskAddStaff, first);
    this.give(staffList.deskChangeStaff, an.aStaffEntry());
    this.give(staffList.deskResetStaffPassword, first);
    this.give(staffList.deskCloseStaff, an.aStaffEntry());
    this.give(staffList.deskReopenStaff, first);
    this.give(mails.deskUnsentMails, page(an.aMail()));
    this.give(mails.deskSendMailAgain, { mailId: 'mail-1' });
    this.give(mails.deskDropMail, { mailId: 'mail-1' });
    this.give(record.deskRecord, page());
    this.give(record.deskFailedSignIns, { failures: 0, ofNobody: 0, siege: false, staff: [] });
  }

  protected override wordsOf(code: ErrorCode): string {
    return wordsOf(code);
  }
}
