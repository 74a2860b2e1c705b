/** `$92.00`; a rate with more than two decimals is written with all of them, so that it multiplies out. */
export const rateText = (rate: number, money: (amount: number) => string): string =>
  Number.isInteger(Math.round(rate * 10_000) / 100)
    ? money(rate)
    : `$${rate.toFixed(4).replace(/0$/, '')}`;
