/** Rates are integers of 1/10000 dollar: determinations print up to four decimals. */
const E4 = 10_000;

export const AMOUNT = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)?\.\d{1,4}`;

/** `34.15`, `$ 1,234.5`, `.05` as 1/10000 dollar; null when it is none. */
export function parseMoney(text: string): number | null {
  const match = /^-?\s*\$?\s*(-?)((?:\d{1,3}(?:,\d{3})+|\d+)?)(?:\.(\d{1,4}))?$/.exec(text.trim());
  if (!match || (!match[2] && !match[3])) return null;
  const whole = Number((match[2] ?? '').replaceAll(',', '') || '0');
  const amount = whole * E4 + Number((match[3] ?? '').padEnd(4, '0'));
  return match[1] || text.trim().startsWith('-') ? -amount : amount;
}

/** As it is typed and sent: two decimals or four, as three could be read as thousands. */
export function moneyText(amountE4: number): string {
  const digits = String(Math.abs(amountE4)).padStart(5, '0');
  const decimals = digits.slice(-4).replace(/00$/, '');
  return `${amountE4 < 0 ? '-' : ''}${digits.slice(0, -4)}.${decimals}`;
}

/** Half up. `percentText` is `8` or `39.25`. */
export function percentOf(percentText: string, amountE4: number): number {
  const [whole = '0', decimals = ''] = percentText.split('.');
  const percentE4 = Number(whole || '0') * E4 + Number(decimals.padEnd(4, '0').slice(0, 4));
  return Math.floor((percentE4 * amountE4 * 2 + 100 * E4) / (200 * E4));
}
