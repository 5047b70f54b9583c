// For tests: signed calls and proved answers, good and bad, by the rule numbers of docs/code-on-screen.md.
import { p256 } from '@noble/curves/nist.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

const BASE64 = { encode: (bytes: Uint8Array) => Buffer.from(bytes).toString('base64') };
const BASE64URL = { encode: (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url') };
const utf8 = (text: string) => new TextEncoder().encode(text);

/** One call of a gate as it reaches the server, whose time is `now` (epoch seconds). */
interface RequestVector {
  readonly name: string;
  readonly rules: readonly string[];
  readonly method: 'GET' | 'POST';
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent for none. */
  readonly body?: string;
  readonly now: number;
  /** The code of the server's answer. */
  readonly expect: 'OK' | 'SES-0001' | 'GATE-0001';
}

/** One answer as it reaches the gate: the nonce of its request, the body, and the header `Gate-Proof`. */
interface AnswerVector {
  readonly name: string;
  readonly rules: readonly string[];
  readonly nonce: string;
  readonly body: string;
  readonly proof: string;
  readonly expect: boolean;
}

export interface ProtocolVectors {
  readonly gate: { readonly gateId: string; readonly publicKey: string; readonly answerKey: string };
  readonly requests: readonly RequestVector[];
  readonly answers: readonly AnswerVector[];
}

interface Parts {
  readonly method: 'GET' | 'POST';
  readonly target: string;
  readonly body?: string;
}

/** How a call differs from a good one. */
interface Change {
  readonly covered?: string;
  readonly parameters?: string;
  readonly created?: number;
  readonly keyId?: string;
  readonly label?: string;
  readonly secret?: Uint8Array;
  /** What is sent instead of what was signed. */
  readonly sent?: Partial<Parts>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly digest?: string;
  readonly query?: string;
  readonly signature?: (good: Uint8Array) => Uint8Array;
}

/** Builds the vectors; `now` is epoch seconds. */
export function makeProtocolVectors(now: number): ProtocolVectors {
  const [secret, other] = [new Uint8Array(32).fill(0x77), new Uint8Array(32).fill(0x78)];
  const answerKey = new Uint8Array(32).fill(0x79);
  const gateId = '0198c1de-0000-4000-8000-5a2b6c7d8e9f';
  const state = { method: 'GET', target: '/gate/state?since=2026-11-28%2012%3A00%3A00' } as const;
  const bare = { method: 'GET', target: '/gate/state' } as const;
  const decide = { method: 'POST', target: '/gate/decide', body: '{"text":"KQ1:券"}' } as const;

  const digestOf = (body: string) => `sha-256=:${BASE64.encode(sha256(utf8(body)))}:`;
  const requests: RequestVector[] = [];
  const add = (
    rule: string,
    name: string,
    expected: RequestVector['expect'],
    parts: Parts,
    change: Change = {},
  ) => {
    const { method, target, body } = parts;
    const at = target.indexOf('?');
    const path = at < 0 ? target : target.slice(0, at);
    const query = change.query ?? (at < 0 ? '?' : target.slice(at));
    const digest = body === undefined ? null : (change.digest ?? digestOf(body));
    const usual = `"@method" "@path" "@query"${digest === null ? '' : ' "content-digest"'}`;
    const covered = change.covered ?? usual;
    const known = `;created=${change.created ?? now};keyid="${change.keyId ?? gateId}";nonce="n-1";alg="ecdsa-p256-sha256"`;
    const value = `(${covered})${change.parameters ?? known}`;
    const lines: Record<string, string> = {
      '"@method"': method,
      '"@path"': path,
      '"@query"': query,
      '"content-digest"': digest ?? '',
    };
    const base = [
      ...covered.split(' ').map((component) => `${component}: ${lines[component] ?? ''}`),
      `"@signature-params": ${value}`,
    ].join('\n');
    const good = p256.sign(utf8(base), change.secret ?? secret);
    const label = change.label ?? 'gate';
    const send = { ...parts, ...change.sent };
    requests.push({
      name,
      rules: [rule],
      method: send.method,
      target: send.target,
      headers: {
        ...(send.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(digest === null ? {} : { 'content-digest': digest }),
        'signature-input': `${label}=${value}`,
        signature: `${label}=:${BASE64.encode(change.signature?.(good) ?? good)}:`,
        ...change.headers,
      },
      ...(send.body === undefined ? {} : { body: send.body }),
      now,
      expect: expected,
    });
  };
  const no = 'SES-0001';
  const parameters = (text: string) => ({ parameters: text });
  const [created, keyId] = [`;created=${now}`, `;keyid="${gateId}"`];
  const [nonce, alg] = [';nonce="n-1"', ';alg="ecdsa-p256-sha256"'];

  add('S1', 'a signed state', 'OK', state);
  add('S1', 'a signed state without a query', 'OK', bare);
  add('S1', 'a signed call with a body', 'OK', decide);
  add('S1', 'signed by another key', no, state, { secret: other });
  add('S1', 'another label', no, state, { label: 'sig1' });
  add('S1', 's before r in a signed call', no, state, {
    signature: (s) => Uint8Array.of(...s.slice(32), ...s.slice(0, 32)),
  });
  add('S1', 'half a signature', no, state, { signature: (s) => s.slice(0, 32) });
  add('S2', 'another method than signed', no, decide, { sent: { method: 'GET' } });
  add('S2', 'another path than signed', no, bare, { sent: { target: '/gate/state/' } });
  add('S2', 'another query than signed', no, state, { sent: { target: '/gate/state' } });
  add('S2', 'a query put to one without', no, bare, { sent: { target: '/gate/state?nonce=x' } });
  add('S2', 'no query as an empty text', no, bare, { query: '' });
  add('S3', 'parts in another order', no, state, { covered: '"@path" "@method" "@query"' });
  add('S3', 'a part less', no, state, { covered: '"@method" "@path"' });
  add('S3', 'a body that is not covered', no, decide, { covered: '"@method" "@path" "@query"' });
  add('S4', 'parameters in another order', 'OK', state, parameters(alg + nonce + keyId + created));
  add('S4', 'a parameter too many', no, state, parameters(`${created + keyId + nonce + alg};tag="x"`));
  add('S4', 'a parameter twice', no, state, parameters(created + created + keyId + nonce + alg));
  add('S4', 'no time', no, state, parameters(keyId + nonce + alg));
  add('S4', 'no nonce', no, state, parameters(created + keyId + alg));
  add('S4', 'an empty nonce', no, state, parameters(`${created + keyId};nonce=""${alg}`));
  add('S4', 'no algorithm in a signed call', no, state, parameters(created + keyId + nonce));
  add(
    'S4',
    'another algorithm in a signed call',
    no,
    state,
    parameters(`${created + keyId + nonce};alg="hmac-sha256"`),
  );
  add('S4', "another gate's id", no, state, { keyId: '0198c1de-0000-4000-8000-000000000000' });
  add('S4', 'the key id of an enrolment', no, state, { keyId: 'enrol' });
  add('S5', 'another body than signed', no, decide, { sent: { body: '{"text":"KQ1:他"}' } });
  add('S5', 'the digest of another body, signed', no, decide, { digest: digestOf('{}') });
  add('S5', 'a digest by another algorithm', no, decide, {
    digest: `sha-512=:${BASE64.encode(new Uint8Array(64))}:`,
  });
  add('S6', 'two minutes late', 'OK', state, { created: now - 120 });
  add('S6', 'two minutes ahead', 'OK', state, { created: now + 120 });
  add('S6', 'later than two minutes', 'GATE-0001', state, { created: now - 121 });
  add('S6', 'more than two minutes ahead', 'GATE-0001', state, { created: now + 121 });

  const body = '{"state":"success","code":"OK","msg":"","values":{},"data":{"revoked":[],"note":"券"}}';
  const proofOf = (text: string, key = answerKey) => BASE64URL.encode(hmac(sha256, key, utf8(text)));
  const good = proofOf(`KQ1 answer\nn-1\n${body}`);
  const answers: AnswerVector[] = [];
  const answer = (rule: string, name: string, expected: boolean, change: Partial<AnswerVector> = {}) =>
    answers.push({ name, rules: [rule], nonce: 'n-1', body, proof: good, ...change, expect: expected });
  answer('A1', 'a proved answer', true);
  answer('A1', 'a proof by another secret', false, { proof: proofOf(`KQ1 answer\nn-1\n${body}`, other) });
  answer('A1', 'no proof', false, { proof: '' });
  answer('A1', 'a proof cut short', false, { proof: good.slice(0, 20) });
  answer('A1', 'a proof in ordinary base64', false, { proof: `${good}=` });
  answer('A1', 'a proof of the body alone', false, { proof: proofOf(body) });
  answer('A2', 'an answer to another request', false, { nonce: 'n-2' });
  answer('A2', 'a nonce that runs into the body', false, { nonce: 'n-1\n{', body: body.slice(1) });
  answer('A3', 'an answer with a space more', false, { body: `${body} ` });
  answer('A3', 'an answer without its revocations', false, { body: body.replace('"revoked":[],', '') });
  answer('A3', 'an answer read as other letters', false, { body: body.replace('券', '?') });
  return {
    gate: {
      gateId,
      publicKey: BASE64URL.encode(p256.getPublicKey(secret, true)),
      answerKey: BASE64URL.encode(answerKey),
    },
    requests,
    answers,
  };
}
