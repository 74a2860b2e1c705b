/** `D:20261115120000+00'00'`: in UTC, or the bytes would depend on where they are written. */
export const pdfDate = (instant: string): string =>
  `D:${new Date(instant).toISOString().replaceAll(/[-:T]|\..*$/g, '')}+00'00'`;
