/** What was typed under a timesheet and has not arrived: it is there again when the page is opened again. */
export interface UnsentAnswer {
  name?: string;
  note?: string;
}

const placeOf = (employeeId: string, start: string): string =>
  `unsent-answer ${employeeId} ${start}`;

export function unsentAnswer(employeeId: string, start: string): UnsentAnswer | null {
  try {
    return JSON.parse(localStorage.getItem(placeOf(employeeId, start)) ?? 'null');
  } catch {
    return null;
  }
}

/** Null once it has arrived. */
export function storeUnsentAnswer(
  employeeId: string,
  start: string,
  answer: UnsentAnswer | null,
): void {
  try {
    if (answer) localStorage.setItem(placeOf(employeeId, start), JSON.stringify(answer));
    else localStorage.removeItem(placeOf(employeeId, start));
  } catch {
    // A full or forbidden store: signing goes on.
  }
}
