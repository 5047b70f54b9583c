// One client counts once, whatever address it claims.
import { expect, test } from 'vitest';
import { bareAddress, clientAddress, networksOf, proxyWatch, trustedProxies } from './client-address.ts';

test('an IPv6 /64 is one client however many addresses it uses', () => {
  const line = '2001:db8:0:7:0:0:0:0/64';
  for (const address of [
    '2001:db8:0:7::1',
    '2001:DB8:0:7:a:b:c:d',
    '2001:0db8:0000:0007::',
    '2001:db8:0:7::%eth0',
    '[2001:db8:0:7::1]:8080',
    '[2001:db8:0:7::1]',
  ])
    expect(clientAddress(address, '::1'), address).toBe(line);
  expect(clientAddress('2001:db8:0:8::1', '::1')).toBe('2001:db8:0:8:0:0:0:0/64');
  expect(clientAddress('2001:db8::1', '::1')).toBe('2001:db8:0:0:0:0:0:0/64');
  expect(clientAddress('::1', '::1')).toBe('0:0:0:0:0:0:0:0/64');
});

test('an IPv4 address is the same in every IPv6 notation and with a port', () => {
  for (const address of [
    '203.0.113.9',
    '::ffff:203.0.113.9',
    '::FFFF:cb00:7109',
    '0:0:0:0:0:ffff:203.0.113.9',
    '203.0.113.9:8080',
    '[::ffff:203.0.113.9]:443',
    ' 203.0.113.9 ',
  ])
    expect(clientAddress(address, '127.0.0.1'), address).toBe('203.0.113.9');
});

test('an invalid address counts for the connection that sent it', () => {
  for (const nonsense of [
    '',
    'x'.repeat(6000),
    '1.2.3',
    '0x7f.1',
    'unknown',
    '"',
    '1.2.3.4:',
    '[::1',
    '1.2.3.4:123456',
  ])
    expect(clientAddress(nonsense, '::ffff:198.51.100.4'), nonsense).toBe('198.51.100.4');
  // Fastify knows no address of a connection that has ended.
  expect(clientAddress(undefined, '')).toBe('');
});

test('only a port is removed from an address', () => {
  for (const plain of ['2001:db8::1:80', '::1', 'unknown', '1.2.3.4:x'])
    expect(bareAddress(plain)).toBe(plain);
});

test('wider networks are counted too, each with a higher limit', () => {
  expect(networksOf('203.0.113.9')).toEqual([{ network: '203.0.113.9', share: 1 }]);
  expect(networksOf(clientAddress('2001:db8:aaaa:bbcc::1', '::1'))).toEqual([
    { network: '2001:db8:aaaa:bbcc:0:0:0:0/64', share: 1 },
    { network: '2001:db8:aaaa:bb00:0:0:0:0/56', share: 4 },
    { network: '2001:db8:aaaa:0:0:0:0:0/48', share: 16 },
  ]);
  expect(networksOf('nobody')).toEqual([{ network: 'nobody', share: 1 }]);
});

test('a proxy is trusted with or without its port', () => {
  const isTrusted = trustedProxies('loopback, 10.0.0.0/8');
  for (const address of ['127.0.0.1', '10.1.2.3:443', '[::1]:80', '::ffff:10.1.2.3'])
    expect(isTrusted(address, 0), address).toBe(true);
  for (const address of ['203.0.113.9', '203.0.113.9:80', 'unknown', ''])
    expect(isTrusted(address, 0), address).toBe(false);
});

test('a trusted proxy that sends no client address is reported once, another client never', () => {
  const reported: string[] = [];
  const watch = proxyWatch('10.0.0.0/8', (problem) => reported.push(problem));
  watch({ 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9', '10.0.0.1');
  watch({ 'x-forwarded-for': '203.0.113.9:80' }, '203.0.113.9:80', '10.0.0.1');
  watch({}, '198.51.100.4', '198.51.100.4');
  expect(reported).toEqual([]);
  for (let i = 0; i < 3; i += 1) watch({}, '10.0.0.1', '10.0.0.1');
  expect(reported).toEqual(['a trusted proxy sends no X-Forwarded-For']);
  const other: string[] = [];
  proxyWatch('10.0.0.0/8', (problem) => other.push(problem))(
    { 'x-forwarded-for': 'unknown' },
    'unknown',
    '10.0.0.1',
  );
  expect(other).toEqual(['X-Forwarded-For of a trusted proxy holds no address']);
});
