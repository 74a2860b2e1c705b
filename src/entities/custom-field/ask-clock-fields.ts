import type { CustomValues } from '@/entities/custom-field/custom-field';

/** Answers with what was typed; null: the person thought better of it. */
type ClockQuestion = (answer: (values: CustomValues | null) => void) => void;
type Start = (custom: CustomValues | undefined) => void;

const LONGEST_WAIT_MILLISECONDS = 5000;

let ask: ClockQuestion | null = null;
let waiting: (() => void) | null = null;

/** The dialog, while the company asks something before the clock starts. */
export function askClockFieldsWith(next: ClockQuestion | null): void {
  ask = next;
  if (next) waiting?.();
}

/**
 * Starts with the answers to the company's fields, or not at all where that was canceled. Nobody is kept
 * from the clock by code that does not arrive: then it starts without, and the office sees what is missing.
 */
export function withClockFields(isAsked: boolean, start: Start): void {
  const question = (): void => ask?.((values) => values && start(values));
  if (!isAsked) start(undefined);
  else if (ask) question();
  else {
    const timer = setTimeout(() => {
      waiting = null;
      start(undefined);
    }, LONGEST_WAIT_MILLISECONDS);
    waiting = () => {
      clearTimeout(timer);
      waiting = null;
      question();
    };
  }
}
