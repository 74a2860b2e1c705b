/** The rules of docs/rules/breaks.md minute by minute, written apart from the SQL. Minutes count from the start of the shift. */
export interface NaiveBreak {
  readonly from: number;
  /** Null: goes on. */
  readonly to: number | null;
  readonly kind: 'meal' | 'rest';
  readonly paid: boolean;
}

export interface NaiveEntry {
  readonly from: number;
  readonly to: number | null;
  readonly breaks: readonly NaiveBreak[];
}

export interface NaiveState {
  worked: number;
  meals: number;
  byFifth: number;
  byTenth: number;
  rests: number;
}

/** Work, meals and rests of a shift at a minute of it; the last entry runs. */
export function naiveState(entries: readonly NaiveEntry[], now: number): NaiveState {
  const isWork = new Array<boolean>(now).fill(false);
  const mealStarts: number[] = [];
  const restStarts: number[] = [];
  for (const entry of entries) {
    isWork.fill(true, entry.from, entry.to ?? now);
    for (const pause of entry.breaks) {
      const to = pause.to ?? now;
      const minutes = to - pause.from;
      const isOpen = pause.to === null;
      if (!pause.paid && (isOpen || minutes >= 30)) isWork.fill(false, pause.from, to);
      const isLong = isOpen || minutes >= 30;
      if (pause.kind === 'meal' && isLong && (pause.paid || isOpen)) mealStarts.push(pause.from);
      if (pause.kind === 'rest' && (pause.paid || minutes < 30) && (isOpen || minutes >= 10))
        restStarts.push(pause.from);
    }
  }
  const workedBefore = (minute: number) => isWork.slice(0, minute).filter(Boolean).length;
  // A stretch without work between two with work, half an hour or more: a meal.
  let since: number | null = null;
  for (let minute = 0; minute < now; minute += 1) {
    if (!isWork[minute]) {
      since ??= minute;
    } else {
      if (since !== null && since > 0 && minute - since >= 30) mealStarts.push(since);
      since = null;
    }
  }
  const offsets = mealStarts.map(workedBefore);
  return {
    worked: workedBefore(now),
    meals: offsets.length,
    byFifth: offsets.filter((worked) => worked <= 300).length,
    byTenth: offsets.filter((worked) => worked <= 600).length,
    rests: restStarts.length,
  };
}

export interface NaiveDue {
  readonly kind: 'meal' | 'rest';
  readonly number: number;
  /** From now; negative is late. */
  readonly minutes: number;
}

export function naiveDue(state: NaiveState, isWaived: boolean): NaiveDue[] {
  const due: NaiveDue[] = [];
  if (state.meals === 0)
    due.push({ kind: 'meal', number: 1, minutes: (isWaived ? 360 : 300) - state.worked });
  if (state.meals === 1) {
    const limit = isWaived && state.byFifth > 0 ? 720 : 600;
    due.push({ kind: 'meal', number: 2, minutes: limit - state.worked });
  }
  const number = state.rests + 1;
  due.push({ kind: 'rest', number, minutes: number * 240 - state.worked });
  return due;
}
