// What the server gives out for one railway has no word of another one of operators/: the calls of a journey, mails, posters, pages,
// notices, questions, terms and the words with its names filled in.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillPage } from '@kippu/contract/page-settings';
import type { Language } from '@kippu/contract/languages';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { loadAgainIn } from '@kippu/words/languages';
import { loadMessages } from '@kippu/words/load-messages';
import { mailWords, pictureWords } from '@kippu/words/server-words';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { serving, TEST_DESK_KEY } from '../test/app-context.ts';
import { codeShown, certificateOf, newPhone, openGateApp, type GateFixture } from '../test/gate/gate.ts';
import { searchForOthers } from '../test/railways/words-of-others.ts';
import { staffAtDesk } from '../test/staff.ts';
import { orderOf } from '../test/ticket/ticket.ts';
import {
  alreadyRegisteredMail,
  codeMail,
  deletedMail,
  passwordChangedMail,
} from './account/record/account-mails.ts';
import { loadNotices } from './notice/notice-files.ts';
import { fillMail } from './platform/mail/mail-format.ts';
import { mailPage } from './platform/mail/mail-page.ts';
import { settingsForPages } from './platform/operator/operator-data.ts';
import { openSettings } from './platform/operator/files/operator-settings.ts';
import { loadOperator } from './platform/operator/read-input.ts';
import { readConfig } from './platform/start/config.ts';
import { posterSvg } from './station/poster-svg.ts';
import { signPoster } from './station/poster.ts';

const ROOT = join(import.meta.dirname, '../../..');
const OPERATORS = join(ROOT, 'operators');
const FOLDERS = readdirSync(OPERATORS).filter((name) => existsSync(join(OPERATORS, name, 'operator.json')));
const DAY = '2026-04-02';
const ORIGIN = 'https://rail.example';

afterAll(() => {
  openSettings(join(OPERATORS, 'kansai'));
});

/** Returns the texts of a tree. A function of the words is called with numbers. */
const textsOf = (node: unknown): string[] =>
  typeof node === 'string'
    ? [node]
    : typeof node === 'function'
      ? [String(node(...Array(8).fill(2)))]
      : typeof node === 'object' && node !== null
        ? Object.values(node).flatMap(textsOf)
        : [];

/** Collects what a railway gives out, by what gave it. */
class Given {
  readonly texts: [where: string, text: string][] = [];
  add(where: string, node: unknown): void {
    for (const text of textsOf(node)) this.texts.push([where, text]);
  }
}

/** Opens the application with the railway of a folder. */
async function open(dir: string): Promise<GateFixture> {
  openSettings(dir);
  const operator = await loadOperator(dir, wallToEpoch('2026-04-01 09:00:00'));
  const config = readConfig({
    LOG_LEVEL: 'silent',
    DESK_API_KEY: TEST_DESK_KEY,
    LIMIT_FACTOR: '1000',
    OPERATOR_DIR: dir,
  });
  const fixture = await openGateApp({ operator, timetable: serving(operator), config });
  fixture.deps.advance(wallToEpoch('2026-04-01 09:00:00') - fixture.deps.clock());
  return fixture;
}

/** Walks one journey by calls: sold at the desk, added, used, reserved, through a gate, given away, suspended. */
async function walk(fixture: GateFixture, given: Given, language: Language): Promise<void> {
  const { app, deps } = fixture;
  const { operator } = deps;
  const product = [...operator.products.values()].find(
    ({ reservations, sections, days }) => reservations > 1 && days > 1 && sections.length > 0,
  );
  const [ride] = product?.sections ?? [];
  if (!product || !ride) throw new Error('no product has reserved seats for several days');
  const owner = await fixture.traveller('owner', language);
  const receiver = await fixture.traveller('receiver', language);
  const desk = await staffAtDesk(fixture, 'manager');
  const order = { ...orderOf(product.productId, 2), issuer: operator.agency.name };
  const sold = (await fixture.desk(order)).json();
  given.add('POST /desk/tickets', sold);
  const [kept, gift] = sold.data;
  const headers = { authorization: owner.authorization(), 'accept-language': language };
  const said = async (where: string, answer: Promise<LightMyRequestResponse>) => {
    const json = (await answer).json();
    expect(json, where).toMatchObject({ code: 'OK' });
    given.add(where, json);
    return json.data;
  };
  const read = (path: string, query: Record<string, string> = {}) =>
    said(path, app.inject({ url: `/jtr-jwqs-app/guest/${path}`, query, headers }));
  for (const { link } of [kept, gift]) await said('bind', owner.post('bind', { link }));
  const { ticketId } = kept;
  await said('use', owner.post('use', { ticketId }));
  await read('seat/info/loadPlanInfo', { ticketIds: ticketId });
  const [train] = (
    await read('seat/info/ticketTrainList', { ticketIds: ticketId, ...ride, date: DAY })
  ).filter((each: { selectable: boolean }) => each.selectable);
  const departure = { departureId: train.departureId, from: ride.from, to: ride.to };
  await read('seat/info/seatMap', { ticketIds: ticketId, ...departure });
  const hold = { ...departure, ticketIds: [ticketId], auto: { prefer: 'window' } };
  const { holdId } = await said('seatHold', owner.seat('seatHold', hold));
  const { reservationId } = await said('seatSave', owner.seat('seatSave', { holdId }));
  await read('seat/info/reserveList', { tab: 'upcoming' });
  await said('loadReserveDetail', owner.seat('loadReserveDetail', { reservationId }));
  await read('seat/info/loadChangeInfo', { reservationId });
  await read('ticket/info/list', { tab: 'active' });
  await read('ticket/info/load', { ticketId });
  await read('ticket/info/getAllPieceStation');
  await read('ticket/info/getJRAndHarukaStation');
  const gate = await fixture.gate(ride.from);
  await said('gate/state', gate.state());
  const phone = await newPhone();
  const text = await codeShown(await certificateOf(owner, ticketId, phone), phone, deps.clock());
  await said('gate/decide', gate.decide({ text }));
  await said('transferTicket', owner.transfer(gift.ticketId, receiver.email));
  await read('ticket/info/history', { site: 'all' });
  for (const [path, query] of [
    ['products', {}],
    ['stations', {}],
    ['gate-list', {}],
    ['find', { q: kept.ticketNo }],
    ['occupancy', { date: DAY }],
  ] as const)
    await said(`desk/${path}`, desk('GET', path, query));
}

describe.each(FOLDERS)('%s', (name) => {
  test('gives out no word of another railway', async () => {
    const dir = join(OPERATORS, name);
    const given = new Given();
    const fixture = await open(dir);
    const { app, deps } = fixture;
    const { operator } = deps;
    const settings = settingsForPages(operator);
    const { languages, colors } = operator.settings;
    try {
      for (const language of languages) {
        given.add(`app words in ${language}`, await loadMessages(language));
        given.add(`pictures in ${language}`, pictureWords(language));
        given.add(
          `mail words in ${language}`,
          textsOf(mailWords(language)).map((text) => fillMail(text)),
        );
        const mails = [
          codeMail('to@rail.example', language, { purpose: 'registry', code: '123456' }),
          alreadyRegisteredMail('to@rail.example', language, ORIGIN),
          passwordChangedMail('to@rail.example', language, '2026-12-31 15:00:00', ORIGIN),
          deletedMail('to@rail.example', language, '2026-12-31 15:00:00', ''),
        ];
        for (const mail of mails) given.add(`mail ${mail.subject}`, mailPage(mail, colors));
        for (const file of [`terms/${language}.md`, `faq/${language}.json`])
          given.add(file, (await app.inject(`/operator/${file}`)).body);
      }
      for (const file of globSync('apps/*/{index.html,public/*.webmanifest}', { cwd: ROOT })) {
        const form = file.endsWith('.html') ? 'html' : 'json';
        const page = fillPage(readFileSync(join(ROOT, file), 'utf8'), form, settings, {
          colors,
          loadAgainIn,
        });
        // Ids are ours, and nobody sees them.
        given.add(file, page.replaceAll(/ id="[^"]*"/g, ''));
      }
      for (const station of operator.stations.values())
        given.add(
          'poster',
          posterSvg(station, signPoster(deps.issuerKeys, station.stationId), operator.agency.name, DAY),
        );
      given.add('notice', loadNotices(dir));
      await walk(fixture, given, operator.settings.fallback);
      for (const mail of deps.mail.mailbox?.() ?? []) {
        given.add(`mail ${mail.kind}`, [mail.subject, mail.text]);
        given.add(`mail ${mail.kind}`, mailPage(mail, colors));
      }
    } finally {
      await fixture.close();
    }
    const search = searchForOthers(dir);
    expect(given.texts.length).toBeGreaterThan(1000);
    const sources = new Set(given.texts.map(([where]) => where));
    for (const where of ['poster', 'mail transferSent', 'notice', 'gate/state', 'desk/find'])
      expect([...sources], where).toContain(where);
    const other = FOLDERS.find((each) => each !== name) ?? '';
    const { appName } = JSON.parse(readFileSync(join(OPERATORS, other, 'operator.json'), 'utf8'));
    expect(search('planted', `Welcome to ${appName}`)).toHaveLength(1);
    expect([...new Set(given.texts.flatMap(([where, text]) => search(where, text)))]).toEqual([]);
  });
});
