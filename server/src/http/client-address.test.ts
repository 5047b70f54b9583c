// One line counts as one client, whatever it says of itself.
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

test('an IPv6 line is one client however many addresses it uses', () => {
  const line = '2001:db8:0:7::/64';
  for (const address of [
    '2001:db8:0:7::1',
    '2001:DB8:0:7:a:b:c:d',
    '2001:0db8:0000:0007::',
    '2001:db8:0:7::%eth0',
  ])
    expect(clientAddress(address, '::1'), address).toBe(line);
  expect(clientAddress('2001:db8:0:8::1', '::1')).toBe('2001:db8:0:8::/64');
  expect(clientAddress('2001:db8::1', '::1')).toBe('2001:db8:0:0::/64');
  expect(clientAddress('::1', '::1')).toBe('0:0:0:0::/64');
});

test('an IPv4 address is the same one written as IPv6', () => {
  expect(clientAddress('203.0.113.9', '127.0.0.1')).toBe('203.0.113.9');
  expect(clientAddress('::ffff:203.0.113.9', '127.0.0.1')).toBe('203.0.113.9');
});

test('what is no address counts for the connection that said it', () => {
  for (const nonsense of ['', 'x'.repeat(6000), '1.2.3', 'unknown', '"'])
    expect(clientAddress(nonsense, '198.51.100.4'), nonsense).toBe('198.51.100.4');
});
