/** `1,204.50`, `$900` and `15 %` are numbers; nothing typed is null. */
export function readNumber(typed: string, max: number): number | null | 'invalid' {
  const plain = typed.replace(/[$%,\s]/g, '');
  if (plain === '') return null;
  return /^\d+(\.\d{1,4})?$/.test(plain) && Number(plain) <= max ? Number(plain) : 'invalid';
}

export const typedText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);
