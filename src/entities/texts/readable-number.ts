/** `+14155550123` as people of North America read it; other numbers as they are. */
export function readableNumber(number: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number) ?? [];
  return area === undefined ? number : `+1 ${area} ${exchange} ${line}`;
}
