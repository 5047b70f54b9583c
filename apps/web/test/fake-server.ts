// A server for tests of screens and hooks. It answers every call of the contract; a test replaces the answers it
// needs.
import * as account from '@kippu/contract/calls/traveller/account';
import type { BodyOf, DataOf } from '@kippu/contract/call';
import { refreshToken } from '@kippu/contract/calls/traveller/session';
import * as feedback from '@kippu/contract/calls/traveller/feedback';
import * as late from '@kippu/contract/calls/traveller/late';
import * as notice from '@kippu/contract/calls/traveller/notice';
import * as push from '@kippu/contract/calls/traveller/push';
import * as seat from '@kippu/contract/calls/traveller/seat';
import * as hold from '@kippu/contract/calls/traveller/seat-hold';
import * as station from '@kippu/contract/calls/traveller/station';
import * as party from '@kippu/contract/calls/traveller/party';
import * as ticket from '@kippu/contract/calls/traveller/ticket';
import * as train from '@kippu/contract/calls/traveller/train';
import * as voucher from '@kippu/contract/calls/traveller/voucher';
import { ContractServer, succeeds } from '../../../packages/page-test/contract-server.ts';
import { PUBLIC_KEY } from './push-stub.ts';
import {
  aChange,
  aCounter,
  aLateCertificate,
  aLateTrain,
  aMember,
  aNotice,
  aPlan,
  aPurchase,
  aReservation,
  aSeatMap,
  aStation,
  aTicket,
  aWaitingTicket,
  aTrain,
  aVerification,
  aVoucher,
  wallIn,
} from './factories.ts';

export const tokensOf = (name: string) => ({
  token: `${name}-token`,
  refreshToken: `${name}-refresh`,
  createAt: wallIn(0),
  expiresIn: 1800,
});

/** The server's RSA key pair, created once. The app encrypts passwords with it. */
const serverKey = crypto.subtle
  .generateKey(
    { name: 'RSA-OAEP', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    true,
    ['encrypt', 'decrypt'],
  )
  .then(({ publicKey }) => crypto.subtle.exportKey('jwk', publicKey));

export { succeeds, refuses } from '../../../packages/page-test/contract-server.ts';

export class FakeServer extends ContractServer {
  constructor() {
    super();
    const page = <T>(...items: readonly T[]) => ({ items: [...items] });
    this.answer(ticket.ticketList, ({ query }) =>
      succeeds(query['tab'] === 'past' ? page() : page(aTicket())),
    );
    this.answer(ticket.ticketLoad, ({ query }) => succeeds(aTicket({ ticketId: query['ticketId'] ?? '' })));
    this.give(ticket.purchase, aPurchase());
    this.give(ticket.waitingTickets, { tickets: [aWaitingTicket()] });
    this.give(ticket.bind, { tickets: [aTicket()] });
    this.give(ticket.use, aTicket({ status: 'inUse', ticketState: 20, abtExpireDate: wallIn(86_400_000) }));
    this.give(party.activateTickets, { tickets: [aTicket()] });
    this.give(party.sendLink, { until: wallIn(72 * 3_600_000) });
    this.give(party.callBackLink, null);
    this.give(party.transferTickets, { transferredAt: wallIn(0) });
    this.give(ticket.transferTicket, { transferredAt: wallIn(0) });
    this.give(ticket.start, aVerification());
    this.give(ticket.verificationResult, { ...aVerification(), state: 'open' });
    this.give(ticket.deleteUseFlag, null);
    this.give(ticket.qrcode, {
      certificate: 'oWFhAQ',
      issuedAt: wallIn(0),
      expiresAt: wallIn(12 * 3_600_000),
      serverTime: wallIn(0),
    });
    this.give(voucher.history, page());
    this.give(voucher.loadPrivatePieceInfo, aVoucher());
    this.give(voucher.getPrivatePieceStation, [aCounter()]);
    this.give(voucher.exchangeVoucher, aVoucher({ state: 'exchanged' }));
    this.give(station.getAllPieceStation, [
      {
        region: 'kyoto',
        regionNameCn: 'Kyoto',
        regionNameEn: 'Kyoto',
        regionNameJp: 'Kyoto',
        regionNameKr: 'Kyoto',
        regionNameTc: 'Kyoto',
        stations: [aStation('kix'), aStation('kyoto')],
      },
    ]);
    this.give(station.getJRAndHarukaStation, [aStation('kix'), aStation('kyoto')]);
    this.give(station.getNearbyStation, []);
    this.answer(seat.reserveList, ({ query }) =>
      succeeds(query['tab'] === 'past' ? page() : page(aReservation())),
    );
    this.give(seat.loadReserveDetail, aReservation());
    this.give(seat.liveReservations, page());
    this.give(seat.loadPlanInfo, aPlan());
    this.give(seat.loadChangeInfo, aChange());
    this.give(seat.seatSave, aReservation());
    this.give(seat.seatChange, aReservation());
    this.give(seat.seatCancel, aReservation({ state: 2 }));
    this.give(hold.seatHold, { holdId: 'hold-1', seats: ['4-1A'], expiresAt: wallIn(300_000) });
    this.give(hold.seatRelease, null);
    this.give(train.ticketTrainList, [aTrain()]);
    this.give(train.journeyAlerts, page());
    this.give(train.seatMap, aSeatMap());
    this.give(late.listLateTrains, [aLateTrain()]);
    this.give(late.loadLateCertificate, aLateCertificate());
    this.give(notice.listSaasNotice, []);
    this.answer(notice.loadSaasNotice, ({ query }) => succeeds(aNotice(query['noticeId'])));
    // This phone's subscription, as the server keeps it.
    let on: DataOf<typeof push.readPush>['on'] = null;
    this.answer(push.readPush, () => succeeds({ publicKey: PUBLIC_KEY, on }));
    this.answer(push.savePush, ({ body }) => {
      const { topics, quiet = null, language } = body as BodyOf<typeof push.savePush>;
      on = { topics, quiet, language };
      return succeeds({ publicKey: PUBLIC_KEY, on });
    });
    this.answer(push.stopPush, () => {
      on = null;
      return succeeds({ publicKey: PUBLIC_KEY, on });
    });
    this.give(feedback.visitorFeedback, null);
    this.give(feedback.feedbackSave, { feedbackId: 'feedback-1' });
    this.give(account.memberLoad, aMember());
    this.give(account.updateInfo, aMember());
    this.give(account.getAllCountry, [{ code: 'TW', name: 'Taiwan' }]);
    this.answer(account.publicKey, async () => {
      const { n = '', e = '' } = await serverKey;
      return succeeds({ kid: 'key-1', ticket: 'ticket-1', jwk: { kty: 'RSA', n, e } });
    });
    this.give(account.sendVerifyCode, { resendAfter: 60, expiresIn: 300 });
    this.give(account.checkVerifyCode, { expiresIn: 1500 });
    this.give(account.resetPasswordSend, { resendAfter: 60, expiresIn: 300 });
    this.give(account.resetPasswordCheck, { resetTicket: 'reset-1' });
    this.give(account.resetPassword, null);
    this.give(account.genCaptcha, { captchaId: 'captcha-1', image: 'data:image/png;base64,AA==' });
    this.give(account.checkCaptcha, { captchaPass: 'pass-1' });
    this.give(account.login, { ...tokensOf('mei'), member: aMember() });
    this.give(account.registry, { ...tokensOf('mei'), member: aMember() });
    this.give(refreshToken, tokensOf('newer'));
    this.give(account.logout, null);
    this.give(account.changePassword, null);
    this.give(account.logOffCheck, { allowed: true, reasons: [] });
    this.give(account.logOff, null);
  }
}
