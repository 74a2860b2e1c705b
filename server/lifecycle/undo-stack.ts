/** What has been started, to be stopped in the opposite order, once. */
export class UndoStack {
  readonly #steps: (() => Promise<unknown>)[] = [];

  push(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  /** Runs every step even when one of them fails, then reports the first failure. */
  async run(): Promise<void> {
    let failure: unknown;
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
  }
}
