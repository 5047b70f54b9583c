// Addresses are written and read back without loss; invalid ones lead nowhere.
import { describe, expect, test } from 'vitest';
import { addressOf, linkTo, PATHS, placeOf, type RouteName } from './link-to.ts';

describe('addresses', () => {
  test('are read back as they were written', () => {
    const link = linkTo('train', { ticketIds: 'a,b', from: 'kansai-airport', to: 'kyoto' });
    const { name, params } = placeOf(link);
    expect(name).toBe('train');
    expect(params).toEqual({ ticketIds: 'a,b', from: 'kansai-airport', to: 'kyoto' });
  });
  test.each(Object.keys(PATHS) as RouteName[])('%s is found by its path', (name) => {
    expect(placeOf(`#${PATHS[name]}`).name).toBe(name);
    expect(placeOf(`#${PATHS[name]}/`).name).toBe(name);
  });
  test.each(['', '#', '#/', '#/pages/ticket/list', '#pages/ticket/list', '#/pages/ticket/list?x=1'])(
    '%o is the ticket list',
    (hash) => expect(placeOf(hash).name).toBe('tickets'),
  );
  test.each([
    ['login', ['index', 'signUp', 'signUpResult', 'forgetPassword', 'resetResult']],
    [
      'ticket',
      [
        'add',
        'addResult',
        'detail',
        'mpmTap',
        'outInSite',
        'useAgeHistory',
        'feedback',
        'voucherDetail',
        'transfer',
        'transferResult',
      ],
    ],
    ['haruka', ['chooseSeat', 'harukaReserve', 'train', 'reserveResult', 'cancelResult']],
    ['other', ['termsPrivacy', '404', '500', '503']],
    ['account', ['index', 'changeCountry', 'changePassword', 'changeUsername', 'deleteAccount']],
    ['notify', ['index', 'detail']],
    ['chatbot', ['index']],
  ])('of the specification are all there: %s', (area, screens) => {
    for (const screen of screens) expect(placeOf(`#/packages/${area}/${screen}`).name, screen).not.toBeNull();
  });
  test('keep characters that have a meaning in addresses', () => {
    const next = addressOf('add', { link: 'a+b&c=d #é切' });
    expect(placeOf(linkTo('login', { next })).params['next']).toBe(next);
    expect(placeOf(`#${next}`).params['link']).toBe('a+b&c=d #é切');
  });
  test.each(['#/packages/none', '#//evil.example', '#javascript:alert(1)', '#/%', '#/__proto__'])(
    '%s has no screen',
    (hash) => expect(placeOf(hash).name).toBeNull(),
  );
});
