// How a person makes each call of each screen: what to open, fill in and press.
import * as account from '@kippu/contract/calls/traveller/account';
import type { Call } from '@kippu/contract/call';
import * as seats from '@kippu/contract/calls/traveller/seat';
import * as party from '@kippu/contract/calls/traveller/party';
import * as ticket from '@kippu/contract/calls/traveller/ticket';
import { fireEvent, screen } from '@testing-library/react';
import type { RouteName, RouteParams } from '../src/app/router/link-to.ts';
import { rememberHold } from '../src/reservation/confirm/held-seats.ts';
import { aReservation, aTicket, aTicketInUse, wallIn } from './factories.ts';
import { succeeds, type FakeServer } from './fake-server.ts';
import { stubPush } from './push-stub.ts';
import { press, pressInDialog, type OpenedApp } from './render-app.tsx';

const TICKET = { ticketId: 'ticket-1' };
const JOURNEY = {
  ticketIds: 'ticket-1',
  departureId: 'haruka-1',
  from: 'kix',
  to: 'kyoto',
  date: wallIn(86_400_000).slice(0, 10),
};
const CONFIRM = { ...JOURNEY, holdId: 'hold-1' };
const CHANGE = { change: 'reservation-1' };
const RESERVATION = { reservationId: 'reservation-1' };
const PASSWORD = 'Kamogawa-41-swan';

const fill = (label: string, value: string): void => {
  const field = screen.getAllByLabelText(label).at(-1);
  if (!field) throw new Error(`no field ${label}`);
  fireEvent.change(field, { target: { value } });
};
const tickAll = (): void => {
  for (const box of screen.getAllByRole('checkbox'))
    if (!(box as HTMLInputElement).checked) fireEvent.click(box);
};
const hold = (): void =>
  rememberHold({ holdId: 'hold-1', seats: ['4-1A'], expiresAt: wallIn(300_000) }, ['ticket-1']);

/** How to make one call of one screen. Without `act`, opening the screen makes it. */
export interface CallSteps<N extends RouteName = RouteName> {
  readonly params?: RouteParams[N];
  /** Runs before the screen opens, to change the server's answers or the phone's storage. */
  readonly before?: (server: FakeServer) => void;
  readonly act?: (app: OpenedApp) => Promise<void>;
}
type StepsByScreen = { readonly [N in RouteName]?: Readonly<Record<string, CallSteps<N>>> };

const read = { params: TICKET };
const sendCode = async ({ words: { account: w } }: OpenedApp) => {
  await screen.findByLabelText(w.email);
  fill(w.email, 'new@example.com');
  if (screen.queryByLabelText(w.emailAgain)) fill(w.emailAgain, 'new@example.com');
  await press(w.sendCode);
};
const fillPasswords = ({ words: { account: w } }: OpenedApp) => {
  fill(w.newPassword, PASSWORD);
  fill(w.passwordAgain, PASSWORD);
};
const proveEmail = async (app: OpenedApp) => {
  const { account: w } = app.words;
  await sendCode(app);
  await screen.findByLabelText(w.codeLabel);
  fill(w.codeLabel, '123456');
  await press(w.next);
};
/** Types the mailed code, which is sent for a check with its last digit. */
const typeCode = async (app: OpenedApp) => {
  const { account: w } = app.words;
  await sendCode(app);
  await screen.findByLabelText(w.codeLabel);
  fill(w.codeLabel, '123456');
};
const choosePicture = (app: OpenedApp) => press(app.words.account.checkPictureInstead);
/** Requests the code. If the server wants a captcha, fills it in and requests again. */
const askWithCaptcha = async (app: OpenedApp) => {
  await sendCode(app);
  await choosePicture(app);
  await screen.findByLabelText(app.words.account.captchaLabel);
  fill(app.words.account.captchaLabel, 'abcd');
  await press(app.words.account.sendCode);
};
const wantsCaptcha = (call: Call) => (server: FakeServer) => server.refuse(call, 'imgCodeError');
const mailedCode = (send: Call) => ({
  [send.name]: { act: sendCode },
  genCaptcha: {
    before: wantsCaptcha(send),
    act: async (app: OpenedApp) => {
      await sendCode(app);
      await choosePicture(app);
    },
  },
  checkCaptcha: { before: wantsCaptcha(send), act: askWithCaptcha },
  // The same control requests the other form's code.
  [send === account.sendVerifyCode ? account.resetPasswordSend.name : account.sendVerifyCode.name]: {},
});
const logIn = async ({ words: { account: w } }: OpenedApp) => {
  await screen.findByLabelText(w.email);
  fill(w.email, 'mei@example.com');
  fill(w.password, PASSWORD);
  await press(w.login);
};
const enter = async ({ words: { station: w } }: OpenedApp) => {
  fireEvent.click((await screen.findAllByText('Station kix')).at(-1)!);
  await screen.findByText(w.checkAll);
  tickAll();
  await press(w.verifyIn);
};
const confirmed = (call: Call, params: RouteParams['confirm']): CallSteps<'confirm'> => ({
  params,
  before: hold,
  act: ({ words: { seat } }) => press(call === seats.seatSave ? seat.reserveSeats(1) : seat.changeSeats(1)),
});
const inUse = (server: FakeServer) => {
  server.answer(ticket.ticketLoad, () => succeeds(aTicketInUse()));
  server.answer(ticket.ticketList, () => succeeds({ items: [aTicketInUse()] }));
};

/** Three tickets of one order, which can be used and given away. */
const family = (server: FakeServer) => {
  const items = ['ticket-1', 'ticket-2', 'ticket-3'].map((ticketId) =>
    aTicket({ ticketId, party: 'family' }),
  );
  server.answer(ticket.ticketList, () => succeeds({ items }));
  server.give(party.activateTickets, { tickets: items });
};
const useFamily = async ({ words: { travel } }: OpenedApp) => {
  await press(travel.putIntoUse(3));
  // The question can be answered once its tickets are known.
  await pressInDialog(travel.putIntoUse(3));
};
const transferTo = async ({ words: { ticketLife: w } }: OpenedApp) => {
  await screen.findByLabelText(w.email);
  fill(w.email, 'ken@example.com');
  fill(w.emailAgain, 'ken@example.com');
  fill(w.password, PASSWORD);
  await press(w.goOn);
};

const leavesSoon = (server: FakeServer) => {
  const soon = aReservation({ departAt: wallIn(50 * 60_000), arriveAt: wallIn(120 * 60_000) });
  server.answer(seats.reserveList, () => succeeds({ items: [soon] }));
  server.answer(seats.loadReserveDetail, () => succeeds(soon));
};
const familyLeavesSoon = (server: FakeServer) => {
  family(server);
  const [seat] = aReservation().seats;
  const places = ['ticket-1', 'ticket-2', 'ticket-3'].map((ticketId, at) => ({
    ...seat!,
    ticketId,
    seatInfo: `4-${at + 1}A`,
  }));
  const soon = aReservation({ departAt: wallIn(50 * 60_000), arriveAt: wallIn(120 * 60_000), seats: places });
  server.answer(seats.reserveList, () => succeeds({ items: [soon] }));
  server.answer(seats.loadReserveDetail, () => succeeds(soon));
};
const useTicket = async ({ words: { ticket: w, travel } }: OpenedApp) => {
  await press(travel.putIntoUse(1));
  await press(w.useConfirm);
};

export const CALL_STEPS: StepsByScreen = {
  tickets: {
    use: { before: leavesSoon, act: useTicket },
    useTickets: { before: familyLeavesSoon, act: useFamily },
  },
  party: {
    useTickets: { ...read, before: family, act: useFamily },
    use: {
      ...read,
      act: async ({ words: { travel, ticket: w } }) => {
        await press(travel.putIntoUse(1));
        await press(w.useConfirm);
      },
    },
    // The question shows what use means once it is known.
    ticketLoad: {},
  },
  add: {
    bind: { params: { link: 'abc' } },
    // Only a visitor makes it.
    waitingTickets: {},
  },
  addResult: { ticketLoad: { params: { ticketIds: 'ticket-1' } } },
  detail: {
    ticketLoad: read,
    purchase: { params: { ticketId: 'ticket-1', view: 'purchase' } },
    // One ticket is used by its own call.
    useTickets: {},
    callBackLink: {
      ...read,
      before: (server) =>
        server.answer(ticket.ticketLoad, () =>
          succeeds(aTicket({ waitingLink: { until: wallIn(3_600_000) } })),
        ),
      act: async ({ words: { party: w } }) => {
        await press(w.callBack);
        await pressInDialog(w.callBack);
      },
    },
    use: {
      ...read,
      act: async ({ words: { ticket: w } }) => {
        await press(w.useNow);
        await screen.findByText(w.useTitle);
        await press(w.useConfirm);
      },
    },
  },
  code: { ticketLoad: read, qrcode: { ...read, before: inUse } },
  transfer: {
    ticketLoad: read,
    transferTicket: {
      ...read,
      act: async (app) => {
        await transferTo(app);
        await press(app.words.ticketLife.transferYes);
      },
    },
    sendLink: {
      params: { ...TICKET, way: 'link' },
      act: async ({ words: { ticketLife: w, party: p } }) => {
        await screen.findByLabelText(w.password);
        fireEvent.click(screen.getByRole('radio', { name: p.sendMail }));
        fill(w.email, 'ken@example.com');
        fill(w.emailAgain, 'ken@example.com');
        fill(w.password, PASSWORD);
        await press(w.goOn);
        await press(p.make);
      },
    },
    transferTickets: {
      params: { ticketId: 'ticket-1', ticketIds: 'ticket-1,ticket-2,ticket-3' },
      before: family,
      act: async (app) => {
        await transferTo(app);
        await press(app.words.party.transferYes(3));
      },
    },
  },
  useAgeHistory: { history: read },
  outInSite: {
    ticketLoad: { params: { ...TICKET, direction: 'in' } },
    getAllPieceStation: { params: { ...TICKET, direction: 'in' } },
    start: { params: { ...TICKET, direction: 'in' }, before: inUse, act: enter },
  },
  mpmTap: {
    useResult: { params: { ...TICKET, recordId: 'record-1' } },
    ticketLoad: { params: { ...TICKET, recordId: 'record-1' } },
    getJRAndHarukaStation: {},
    deleteUseFlag: {
      params: { ...TICKET, recordId: 'record-1' },
      act: async ({ words: { station: w } }) => {
        await press(w.cancelEntry);
        await press(w.cancelYes);
      },
    },
  },
  voucherDetail: {
    loadPrivatePieceInfo: read,
    getPrivatePieceStation: read,
    usePrivateTicket: {
      ...read,
      act: async ({ words: { ticketLife: w } }) => {
        fireEvent.click(await screen.findByRole('radio'));
        await press(w.exchangeHere);
        await press(w.exchangeYes);
      },
    },
  },
  train: {
    loadPlanInfo: { params: { ticketIds: 'ticket-1' } },
    loadChangeInfo: { params: { ticketIds: 'ticket-1', ...CHANGE } },
    ticketTrainList: { params: { ticketIds: 'ticket-1' } },
  },
  chooseSeat: {
    loadPlanInfo: { params: JOURNEY },
    loadChangeInfo: { params: { ...JOURNEY, ...CHANGE } },
    // If the train's day does not load, the map is still shown.
    ticketTrainList: {},
    seatMap: { params: JOURNEY },
    seatHold: { params: JOURNEY, act: ({ words: { seat } }) => press(seat.pick(1)) },
  },
  confirm: {
    loadPlanInfo: { params: CONFIRM, before: hold },
    loadChangeInfo: { params: { ...CONFIRM, ...CHANGE }, before: hold },
    ticketTrainList: { params: CONFIRM, before: hold },
    seatSave: confirmed(seats.seatSave, CONFIRM),
    seatChange: confirmed(seats.seatChange, { ...CONFIRM, ...CHANGE }),
  },
  reserveResult: {
    loadReserveDetail: { params: RESERVATION },
    savePush: {
      params: RESERVATION,
      before: () => void stubPush(),
      act: ({ words: { push } }) => press(push.cardYes),
    },
  },
  push: { savePush: { before: () => void stubPush(), act: ({ words: { push } }) => press(push.turnOn) } },
  reservation: {
    loadReserveDetail: { params: RESERVATION },
    use: { params: RESERVATION, before: leavesSoon, act: useTicket },
    useTickets: { params: RESERVATION, before: familyLeavesSoon, act: useFamily },
    seatCancel: {
      params: RESERVATION,
      act: async ({ words: { seat } }) => {
        await press(seat.cancel);
        await press(seat.cancelYes);
      },
    },
  },
  cancelResult: { loadReserveDetail: { params: RESERVATION } },
  login: {
    login: { act: logIn },
    genCaptcha: {
      before: wantsCaptcha(account.login),
      act: async (app) => {
        await logIn(app);
        await choosePicture(app);
      },
    },
    checkCaptcha: {
      before: wantsCaptcha(account.login),
      act: async (app) => {
        await logIn(app);
        await choosePicture(app);
        await screen.findByLabelText(app.words.account.captchaLabel);
        fill(app.words.account.captchaLabel, 'abcd');
        await press(app.words.account.login);
      },
    },
  },
  signUp: {
    ...mailedCode(account.sendVerifyCode),
    checkVerifyCode: { act: typeCode },
    registry: {
      act: async (app) => {
        const { account: w } = app.words;
        await typeCode(app);
        await screen.findByLabelText(w.newPassword);
        fillPasswords(app);
        await press(w.next);
        await screen.findByLabelText(w.fullname);
        fill(w.fullname, 'Mei Tanaka');
        await screen.findByText('Taiwan');
        fill(w.country, 'TW');
        tickAll();
        await press(w.signUp);
      },
    },
  },
  forgetPassword: {
    ...mailedCode(account.resetPasswordSend),
    resetPasswordCheck: { act: proveEmail },
    resetPassword: {
      act: async (app) => {
        await proveEmail(app);
        await screen.findByLabelText(app.words.account.newPassword);
        fillPasswords(app);
        await press(app.words.account.reset);
      },
    },
  },
  changeUsername: {
    updateInfo: {
      act: async ({ words: { account: w } }) => {
        await screen.findByLabelText(w.username);
        fill(w.username, 'ken');
        await press(w.save);
      },
    },
  },
  changeCountry: { updateInfo: { act: ({ words: { account: w } }) => press(w.save) } },
  changePassword: {
    changePassword: {
      act: async (app) => {
        const { account: w } = app.words;
        await screen.findByLabelText(w.oldPassword);
        fill(w.oldPassword, 'Hozugawa-58-boat');
        fillPasswords(app);
        await press(w.save);
      },
    },
  },
  deleteAccount: {
    logOff: {
      act: async ({ words: { account: w } }) => {
        await screen.findByLabelText(w.deletePassword);
        fill(w.deletePassword, PASSWORD);
        await press(w.deleteGo);
        await press(w.deleteConfirm);
      },
    },
  },
  lateTrain: { loadLateCertificate: { params: { code: '0123456789ABCDEF' } } },
  notice: { loadSaasNotice: { params: { noticeId: 'notice-1' } } },
  feedback: {
    // Only a visitor makes these.
    visitorFeedback: {},
    genCaptcha: {},
    checkCaptcha: {},
    feedbackSave: {
      params: TICKET,
      act: async ({ words: { help: w } }) => {
        await screen.findByLabelText(w.topic);
        fill(w.topic, 'app');
        fill(w.text, 'It does not work.');
        await press(w.sendFeedback);
      },
    },
  },
};
/** The screens that a visitor uses. */
export const VISITORS: ReadonlySet<string> = new Set(['login', 'signUp', 'forgetPassword']);
