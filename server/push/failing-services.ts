interface Failing {
  readonly failures: number;
  /** How long it was left alone last time. */
  readonly heldSeconds: number;
  readonly heldUntil: number;
}

const MAX_FAILURES_IN_A_ROW = 5;
const MAX_HELD_SECONDS = 300;
/** Subscriptions may name any number of services that nobody has. */
const MAX_REMEMBERED = 1_000;

/**
 * A service that fails again and again is left alone, each time for twice as long: every attempt takes
 * until its time limit, and others wait for that turn.
 */
export class FailingServices {
  readonly #firstSeconds: number;
  readonly #services = new Map<string, Failing>();

  constructor(firstSeconds: number) {
    this.#firstSeconds = firstSeconds;
  }

  noteAnswer(origin: string): void {
    this.#services.delete(origin);
  }

  /** For how many seconds it is to be left alone from now; 0: not, or not for longer. */
  noteFailure(origin: string, now = Date.now()): number {
    const known = this.#services.get(origin) ?? { failures: 0, heldSeconds: 0, heldUntil: 0 };
    const failures = known.failures + 1;
    const isHeld = now < known.heldUntil;
    const isTooMuch = failures >= MAX_FAILURES_IN_A_ROW && !isHeld;
    const seconds = isTooMuch
      ? Math.min(Math.max(this.#firstSeconds, known.heldSeconds * 2), MAX_HELD_SECONDS)
      : 0;
    if (this.#services.size >= MAX_REMEMBERED) this.#services.clear();
    this.#services.set(origin, {
      failures,
      heldSeconds: isTooMuch ? seconds : known.heldSeconds,
      heldUntil: isTooMuch ? now + seconds * 1000 : known.heldUntil,
    });
    return seconds;
  }
}
