import { expect, test } from 'vitest';
import { canonicalJson, readSignedText } from '@/entities/evidence/canonical-json';

test('the example of RFC 8785, section 3.2.3', () => {
  const input = `{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
    "literals": [null, true, false]
  }`;
  expect(canonicalJson(JSON.parse(input))).toBe(
    `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA'B\\"\\\\\\\\\\"/"}`,
  );
});

test('RFC 8785: members are sorted by UTF-16 code units', () => {
  const input = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\ud83d\ude00': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  };
  expect(Object.values(JSON.parse(canonicalJson(input)))).toEqual([
    'One',
    'Carriage Return',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ]);
  // JSON.parse puts '1' first by itself; the text must have it so, too.
  expect(canonicalJson(input).startsWith('{"\\r":"Carriage Return","1":"One"')).toBe(true);
});

/** Bits of a double and its text: RFC 8785, appendix B. */
const NUMBERS: Record<string, string> = {
  '0000000000000000': '0',
  '8000000000000000': '0',
  '0000000000000001': '5e-324',
  '8000000000000001': '-5e-324',
  '7fefffffffffffff': '1.7976931348623157e+308',
  '4340000000000000': '9007199254740992',
  c340000000000000: '-9007199254740992',
  '4430000000000000': '295147905179352830000',
  '44b52d02c7e14af5': '9.999999999999997e+22',
  '44b52d02c7e14af6': '1e+23',
  '444b1ae4d6e2ef4e': '999999999999999700000',
  '444b1ae4d6e2ef50': '1e+21',
  '3eb0c6f7a0b5ed8c': '9.999999999999997e-7',
  '3eb0c6f7a0b5ed8d': '0.000001',
  '41b3de4355555553': '333333333.3333332',
  becbf647612f3696: '-0.0000033333333333333333',
};

test.each(Object.entries(NUMBERS))('the double %s is %s', (bits, text) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${bits}`));
  expect(canonicalJson(view.getFloat64(0))).toBe(text);
});

test('what has no canonical text is refused', () => {
  expect(() => canonicalJson(Number.NaN)).toThrow();
  expect(() => canonicalJson(Number.POSITIVE_INFINITY)).toThrow();
  expect(() => canonicalJson(['\ud800'])).toThrow();
  expect(() => canonicalJson({ '\udead': 1 })).toThrow();
});

test('a member that is undefined is left out', () => {
  expect(canonicalJson({ b: 1, a: undefined })).toBe('{"b":1}');
});

test.each([
  ['a space', '{"a": 1}'],
  ['the order', '{"b":1,"a":2}'],
  ['a member twice', '{"a":1,"a":1}'],
  ['an escape that is not needed', '{"a":"\\u0041"}'],
  ['a fraction', '{"a":1.5}'],
  ['an exponent', '{"a":1e3}'],
  ['a number beyond what everybody reads alike', '{"a":9007199254740993}'],
  ['half a character', '{"a":"\\ud800"}'],
  ['a list', '[1]'],
  ['no JSON', '{"a":1'],
  ['something after it', '{"a":1}\n'],
])('a signed text is canonical: not with %s', (_what, text) => {
  expect(readSignedText(text)).toBeNull();
});

test('a signed text says its object', () => {
  expect(readSignedText('{"a":[1,null,true],"b":{"c":"é"}}')).toEqual({
    a: [1, null, true],
    b: { c: 'é' },
  });
});
