/** `12`, and `12.1` for its first revision. */
export const ticketName = ({ number, revision }: { number: number; revision: number }): string =>
  revision > 0 ? `${number}.${revision}` : String(number);
