/** Of the line or card of a row, so that a check can lead to it. */
export const rowId = (row: number): string => `certified-row-${row}`;
