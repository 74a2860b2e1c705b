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

  get(text: string): { name: string; isNew: boolean; evicted: string | undefined } {
    const known = this.#byText.get(text);
    if (known) {
      this.#byText.delete(text);
      this.#byText.set(text, known);
      return { name: known.name, isNew: false, evicted: undefined };
    }
    const name = nameOf(text);
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

  #evictOldest(): string | undefined {
    for (const [text, { name, confirmed }] of this.#byText) {
      if (!confirmed) continue;
      this.#byText.delete(text);
      return name;
    }
    return undefined;
  }
}

/** From the text itself: whoever shares a session by mistake, through a pooler, never runs another text. */
function nameOf(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}
