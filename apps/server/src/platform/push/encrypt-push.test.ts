import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { PushPhone } from '../../../test/push/push-service.ts';
import { encryptPush, isPhoneKey } from './encrypt-push.ts';

test('the example of RFC 8291, appendix A', () => {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'));
  const phone = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const body = encryptPush('When I grow up, I want to be a watermelon', phone, {
    ecdh,
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    padTo: 1,
  });
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('each message has a new key and salt, and its size is a multiple', async () => {
  const phone = await PushPhone.make('a');
  const one = encryptPush('the same', phone.keys);
  const two = encryptPush('the same', phone.keys);
  expect(one.subarray(0, 86).equals(two.subarray(0, 86))).toBe(false);
  expect(one.length).toBe(encryptPush('another one', phone.keys).length);
  expect(await phone.decrypt(one)).toBe('the same');
});

test('messages of every size up to 3,000 bytes arrive, and no larger one is sent', async () => {
  const phone = await PushPhone.make('a');
  for (const length of [0, 1, 510, 511, 512, 1_023, 3_000]) {
    const body = encryptPush('a'.repeat(length), phone.keys);
    // A push service accepts 4,096 bytes.
    expect(body.length).toBeLessThanOrEqual(4_096);
    expect(await phone.decrypt(body)).toHaveLength(length);
  }
  expect(() => encryptPush('あ'.repeat(1_001), phone.keys)).toThrow(RangeError);
});

test('another phone, and a changed body, open nothing', async () => {
  const [phone, other] = [await PushPhone.make('a'), await PushPhone.make('b')];
  const body = encryptPush('secret', phone.keys);
  await expect(other.decrypt(body)).rejects.toThrow();
  body[body.length - 1] = (body.at(-1) ?? 0) ^ 1;
  await expect(phone.decrypt(body)).rejects.toThrow();
});

test('a key that is no point of the curve is recognised', async () => {
  expect(isPhoneKey((await PushPhone.make('a')).keys.p256dh)).toBe(true);
  expect(isPhoneKey(Buffer.alloc(65, 4).toString('base64url'))).toBe(false);
  expect(isPhoneKey('')).toBe(false);
});
