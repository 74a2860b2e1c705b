/** GSM 03.38: the characters of the basic table take one septet each. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** These are written with an escape before them: two septets. */
const EXTENSION = '^{}\\[~]|€\f';

const SEPTETS: ReadonlyMap<string, number> = new Map([
  ...[...BASIC].map((letter) => [letter, 1] as const),
  ...[...EXTENSION].map((letter) => [letter, 2] as const),
]);

/** Signs whose plain form means the same. */
const PLAIN: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '´': "'",
  '`': "'",
  '–': '-',
  '—': '-',
  '‑': '-',
  '−': '-',
  '•': '-',
  '·': '-',
  '…': '...',
  '→': '->',
  '×': 'x',
  ª: 'a',
  º: 'o',
  '°': 'o',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
  '\t': ' ',
  '\u200b': '',
  '\ufeff': '',
};

export function septetsOf(letter: string): number | undefined {
  return SEPTETS.get(letter);
}

/**
 * Writes what is outside GSM-7 with plain letters where that is readable: one "ó" would make every
 * character of the text take two bytes. É, ñ and ü are in the alphabet and stay.
 */
export function withPlainLetters(text: string): string {
  return [...text.normalize('NFC')].map(plainLetter).join('');
}

function plainLetter(letter: string): string {
  if (SEPTETS.has(letter)) return letter;
  const plain = PLAIN[letter] ?? letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return [...plain].every((part) => SEPTETS.has(part)) ? plain : letter;
}
