import { createHash } from 'node:crypto';

const LIMIT = 256;

interface Prepared {
  readonly name: string;
  /** Whether PostgreSQL has confirmed the Parse. */
  confirmed: boolean;
}

/** Which statement texts a connection has prepared, the least recently used forgotten first. */
export class PreparedStatements {
  readonly #byText = new Map<string, Prepared>();

  /** `evicted`: the text of a statement that is to be closed for it. */
  get(text: string): { name: string; isNew: boolean; evicted: string | undefined } {
    const known = this.#byText.get(text);
    if (known) {
      this.#byText.delete(text);
      this.#byText.set(text, known);
      return { name: known.name, isNew: false, evicted: undefined };
    }
    const name = statementName(text);
    const evicted = this.#byText.size >= LIMIT ? this.#evictOldest() : undefined;
    this.#byText.set(text, { name, confirmed: false });
    return { name, isNew: true, evicted };
  }

  confirm(text: string): void {
    const statement = this.#byText.get(text);
    if (statement) statement.confirmed = true;
  }

  /** A Parse that failed or was skipped after an earlier error left nothing behind. */
  forget(text: string): void {
    if (this.#byText.get(text)?.confirmed === false) this.#byText.delete(text);
  }

  /** A Close that was skipped after an earlier error left the statement there: it would not be made twice. */
  keep(text: string): void {
    this.#byText.set(text, { name: statementName(text), confirmed: true });
  }

  #evictOldest(): string | undefined {
    for (const [text, { confirmed }] of this.#byText) {
      if (!confirmed) continue;
      this.#byText.delete(text);
      return text;
    }
    return undefined;
  }
}

/** From the text itself: whoever shares a session by mistake, through a pooler, never runs another text. */
export function statementName(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}
