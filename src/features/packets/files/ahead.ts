/** Asks for the next one while the one before is worked on; two are held at a time. */
export async function* ahead<T>(values: AsyncIterable<T>): AsyncGenerator<T> {
  const asked = values[Symbol.asyncIterator]();
  let next = asked.next();
  for (;;) {
    const { done, value } = await next;
    if (done) return;
    next = asked.next();
    // It fails where it is waited for, or with whatever ends the work before.
    next.catch(() => undefined);
    yield value;
  }
}

/** The first ones, and in between, whenever one has come, one of the others; then the rest of them. */
export async function* between<T>(
  first: AsyncIterable<T>,
  others: AsyncIterable<T>,
): AsyncGenerator<T> {
  const asked = others[Symbol.asyncIterator]();
  let come: IteratorResult<T> | null = null;
  const ask = async (): Promise<void> => {
    come = null;
    come = await asked.next();
  };
  const ready = (): IteratorResult<T> | null => come;
  let coming = ask();
  coming.catch(() => undefined);
  for await (const one of first) {
    yield one;
    const other = ready();
    if (!other || other.done) continue;
    yield other.value;
    coming = ask();
    coming.catch(() => undefined);
  }
  for (;;) {
    await coming;
    const other = ready();
    if (!other || other.done) return;
    yield other.value;
    coming = ask();
  }
}
