import { expect, test } from 'vitest';
import { septetsOf, withPlainLetters } from './gsm-alphabet.ts';
import { countSegments, fitSegments } from './segments.ts';

const LINK = 'https://time.example.com/l/Ab3dEf9h';

test('the alphabet is GSM 03.38: 127 letters and ten behind the escape', () => {
  const letters = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code));
  expect(letters.filter((letter) => septetsOf(letter) === 1)).toHaveLength(127);
  expect(letters.filter((letter) => septetsOf(letter) === 2).join('')).toBe('\f[\\]^{|}~€');
});

test.each([
  ['', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  // An euro takes two septets and is never cut in two.
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  [`${'a'.repeat(152)}€${'a'.repeat(150)}`, 2],
  [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
  ['ñéüàèìòùÑÉÜ¿¡'.repeat(12), 1],
  ['ó'.repeat(70), 1],
  ['ó'.repeat(71), 2],
  ['👷'.repeat(35), 1],
  ['👷'.repeat(36), 2],
  // 33 emojis fit in a part of 67 units: the last unit stays empty.
  ['👷'.repeat(67), 3],
])('%# is counted as gateways do', (text, expected) => {
  expect(countSegments(text)).toBe(expected);
});

test('Spanish stays in one alphabet: only what is not in GSM-7 loses its accent', () => {
  const text = 'Cambió tu turno: mañana a las 7 en Peñón – ¿vas? Más aquí… “Ésa” sí';
  expect(withPlainLetters(text)).toBe(
    'Cambio tu turno: mañana a las 7 en Peñon - ¿vas? Mas aqui... "Ésa" si',
  );
  expect(withPlainLetters('É é ñ Ñ ü Á á Í í Ó ó Ú ú ç Ç')).toBe('É é ñ Ñ ü A a I i O o U u c Ç');
  // Written as letter and accent, as some keyboards do.
  expect(withPlainLetters('man\u0303ana o\u0301')).toBe('mañana o');
  expect(withPlainLetters('Casco 👷 листо')).toBe('Casco 👷 листо');
});

test('a long text is cut before its link, and the link stays', () => {
  const text = `${'Concreto a las siete en la obra grande. '.repeat(12)}${LINK}`;
  const cut = fitSegments(text, LINK, 2);
  expect(countSegments(cut)).toBe(2);
  expect(cut.endsWith(`... ${LINK}`)).toBe(true);
  // Not one letter is given away.
  expect(cut.length).toBeGreaterThanOrEqual(304);
  const emojis = fitSegments('👷'.repeat(100), undefined, 1);
  expect(countSegments(emojis)).toBe(1);
  expect(emojis.endsWith('...')).toBe(true);
  expect(fitSegments('short', LINK, 1)).toBe('short');
});
