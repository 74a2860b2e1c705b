import { rootFromPath } from '../merkle-tree.ts';
import { EVENT_FILE, type EventLine, eventHash } from '../packet-format.ts';
import type { CheckedRoot } from './check-roots.ts';
import type { PacketContents } from './packet-contents.ts';
import type { EventFacts, Place, Tally } from './problem.ts';
import { countOf, fieldsOf, hashOf, parseJson, textOf } from './read-values.ts';

/** What the events say, beside whether they fit. */
export interface EventCounts {
  /** Only the hash is left. */
  deleted: number;
  /** Recorded after the newest root. */
  unsigned: number;
  /** Something was taken out, which a later event says. */
  redacted: number;
}

function readLine(text: string | null): EventLine | null {
  const fields = fieldsOf(parseJson(text ?? ''));
  const position = countOf(fields?.['position']);
  const root = fields?.['root'] === null ? null : countOf(fields?.['root']);
  const path = fields?.['path'];
  if (!fields || !position || (root === null && fields['root'] !== null)) return null;
  if (!Array.isArray(path) || !path.every((step) => hashOf(step) !== null)) return null;
  if (fields['text'] !== null && textOf(fields['text']) === null) return null;
  if (fields['previous_hash'] !== null && hashOf(fields['previous_hash']) === null) return null;
  // What is left without its text must at least have its hash.
  const hasHash = fields['hash'] !== undefined && fields['hash'] !== null;
  if (hasHash ? hashOf(fields['hash']) === null : fields['text'] === null) return null;
  const { hash, ...others } = fields;
  return { ...others, position, root, path, ...(hasHash && { hash }) } as unknown as EventLine;
}

/** What an event says about itself: `[company_id, sequence, id, microseconds, actor, source, action, entity, …]`. */
interface EventText {
  readonly companyId: string | null;
  readonly id: string | null;
  readonly after: unknown;
  readonly facts: EventFacts;
}

function readEventText(text: string): EventText | null {
  const fields = parseJson(text);
  if (!Array.isArray(fields) || fields.length !== 13) return null;
  const microseconds = typeof fields[3] === 'number' ? fields[3] : 0;
  const facts = {
    recordedAt: new Date(Math.trunc(microseconds / 1000)).toISOString(),
    ...{ source: String(fields[5]), action: String(fields[6]), entity: String(fields[7]) },
  };
  return { companyId: textOf(fields[0]), id: textOf(fields[2]), after: fields[11], facts };
}

interface Context {
  readonly roots: readonly (CheckedRoot | null)[];
  readonly companyId: string;
  readonly tally: Tally;
}

/** Each event leads from its text and position to a root that is signed. */
export async function checkEvents(packet: PacketContents, context: Context): Promise<EventCounts> {
  const { tally } = context;
  const counts: EventCounts = { deleted: 0, unsigned: 0, redacted: 0 };
  const seals = new Set<string>();
  const pending: { seal: string; place: Place }[] = [];
  const files = [...packet.files.keys()].filter((name) => EVENT_FILE.test(name)).sort();
  let before = 0;
  for (const file of files) {
    let number = 0;
    for await (const text of packet.lines(file)) {
      number += 1;
      const line = readLine(text);
      if (!line) {
        tally.fail('event_line', { file, position: number });
        continue;
      }
      const result = judge(line, before, context);
      before = line.position;
      if (result.said?.facts.action === 'redacted') seals.add(sealOf(result.said));
      if (result.content && result.said) {
        const { facts, id } = result.said;
        const { position, hash: expected = '' } = line;
        pending.push({
          seal: `${facts.entity} ${id} ${result.content}`,
          place: { position, event: facts, expected, found: result.content },
        });
      } else if (result.counted) tally.fits += 1;
      if (line.text === null) counts.deleted += 1;
      if (line.root === null) counts.unsigned += 1;
    }
  }
  for (const { seal, place } of pending) {
    if (!seals.has(seal)) tally.fail('event_changed', place);
    else {
      counts.redacted += 1;
      tally.fits += 1;
    }
  }
  return counts;
}

/** A redaction names the event it is about and the hash of what is left of it. */
function sealOf({ after, facts }: EventText): string {
  const fields = fieldsOf(after);
  return `${facts.entity} ${textOf(fields?.['event_id'])} ${textOf(fields?.['content_hash'])}`;
}

interface Judged {
  readonly said?: EventText | null;
  /** The hash of what is left, where something was taken out. */
  readonly content?: string;
  /** It fits. */
  readonly counted?: boolean;
}

function judge(line: EventLine, before: number, { roots, companyId, tally }: Context): Judged {
  const { position } = line;
  const content = line.text === null ? undefined : eventHash({ ...line, text: line.text });
  const hash = line.hash ?? content ?? '';
  const said = line.text === null ? null : readEventText(line.text);
  const place = { position, found: hash, ...(said && { event: said.facts }) };
  if (position <= before) {
    tally.fail('event_order', place);
    return {};
  }
  if (line.text !== null && said?.companyId !== companyId) {
    tally.fail('event_company', place);
    return {};
  }
  if (line.root === null) {
    const last = roots.at(-1);
    if (line.path.length > 0 || (last && position <= last.text.to)) {
      tally.fail('event_root', place);
      return {};
    }
  } else {
    const root = roots[line.root];
    if (root === undefined || (root && (position < root.text.from || position > root.text.to))) {
      tally.fail('event_root', place);
      return {};
    }
    if (!root?.holds) {
      tally.open += 1;
      return {};
    }
    if (rootFromPath({ position, hash, path: line.path }, root.text) !== root.text.merkle_root) {
      tally.fail('event_changed', { ...place, at: root.text.created_at });
      return {};
    }
  }
  return content !== undefined && content !== hash ? { said, content } : { said, counted: true };
}
