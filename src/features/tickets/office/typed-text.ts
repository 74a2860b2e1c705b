export const typedText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);
