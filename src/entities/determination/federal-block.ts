import { craftOf } from '@/entities/determination/class-code';
import { parsePrintedDate } from '@/entities/determination/dates';
import {
  AMOUNT_OF_MONEY,
  AMOUNTS_ONLY,
  AREA_END,
  CLASS_WITH_LEADER,
  CLASS_WITHOUT_LEADER,
  COLUMN_HEADING,
  DESCRIPTION,
  FOOTNOTE,
  FOOTNOTE_HEADING,
  GOES_ON,
  GROUP_HEADING,
  GROUP_TEXT,
  IDENTIFIER,
  LEADER_ONLY,
  PER_DAY,
  PREMIUM,
  SUBCLASS,
  ZONE_ADD,
  ZONE_BASE,
  ZONE_LINE,
  ZONE_TEXT,
} from '@/entities/determination/federal-patterns';
import { parseFringe, readFringe } from '@/entities/determination/fringe';
import { parseMoney } from '@/entities/determination/money';
import type { LineRole, Question, ReadClass, ZoneAdd } from '@/entities/determination/reading';
import { isRule, type LineRoles, type SourceLine } from '@/entities/determination/source-lines';

type TextRole = Extract<LineRole, 'group' | 'footnote' | 'zone' | 'premium'>;

interface Heading {
  indent: number;
  text: string;
  isArea: boolean;
}

interface Paragraph {
  role: TextRole;
  /** The letter of a footnote, the name of a group. */
  key: string | null;
  text: string;
  /** How many classes stand above it. */
  after: number;
  /** The heading of the list of groups it stands in. */
  section: string | null;
}

interface ClassLine {
  name: string;
  base: string;
  isBelowMinimumWage: boolean;
  fringe: string;
  lines: SourceLine[];
}

export type BlockClass = Omit<ReadClass, 'code'>;

interface Block {
  identifier: string;
  rateDate: string | null;
  area: string[];
  headings: Heading[];
  /** Lines that may turn out to be a heading, an area or the beginning of a name. */
  pending: SourceLine[];
  classes: { read: BlockClass; ownName: string; footnotes: string[] }[];
  paragraphs: Paragraph[];
  hasColumns: boolean;
  /** Copying has lost all indents. */
  isFlat: boolean;
}

const join = (lines: { text: string }[]): string =>
  lines
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();

/** One rate identifier with the rates below it, up to the next. */
export function readBlock(
  lines: SourceLine[],
  roles: LineRoles,
  { isFlat }: { isFlat: boolean },
): BlockClass[] {
  const [first, ...rest] = lines;
  const [, identifier = '', date = ''] = IDENTIFIER.exec(first?.text ?? '') ?? [];
  if (first) roles.set(first, 'identifier');
  const block: Block = {
    identifier,
    rateDate: parsePrintedDate(date),
    area: [],
    headings: [],
    pending: [],
    classes: [],
    paragraphs: [],
    hasColumns: false,
    isFlat,
  };
  let text: Paragraph | null = null;
  for (let at = 0; at < rest.length; at++) {
    const line = rest[at] as SourceLine;
    if (line.text === '' || isRule(line.text)) {
      text = null;
      if (isFlat) block.headings = [];
      if (line.text !== '') block.pending = [];
      continue;
    }
    if (COLUMN_HEADING.test(line.text)) {
      takeArea(block, roles);
      roles.set(line, 'heading');
      continue;
    }
    const found = classAt(rest, at, block.hasColumns && !text);
    if (found) {
      addClass(block, found, roles);
      at += found.lines.length - 1;
      text = null;
      continue;
    }
    text = textAt(block, rest, at, text);
    if (!text) {
      block.pending.push(line);
      continue;
    }
    roles.setText(line, text.role);
    text.text = `${text.text} ${line.text}`.trim();
    if (!block.paragraphs.includes(text)) block.paragraphs.push(text);
  }
  return finish(block);
}

/** Between the identifier and the heading of the columns: where the rates apply. */
function takeArea(block: Block, roles: LineRoles): void {
  block.hasColumns = true;
  for (const line of block.pending) {
    roles.setText(line, 'area');
    block.area.push(line.text);
  }
  block.pending = [];
}

/** The rate that begins on a line; a rate that was broken over lines takes those as well. */
function classAt(lines: SourceLine[], at: number, isPlain: boolean): ClassLine | null {
  const line = lines[at] as SourceLine;
  const match = CLASS_WITH_LEADER.exec(line.text) ?? (isPlain ? withoutLeader(line.text) : null);
  const next = lines[at + 1];
  if (match) {
    const [, name = '', base = '', mark, fringe = ''] = match;
    // One dot may end a word: `b.$7.47 for employees …`.
    if (/[^.]\.\$/.test(line.text) && fringe !== '' && !parseFringe(fringe)) return null;
    const isContinued =
      fringe === '' && next && /[.%]|^[a-z]$/.test(next.text) && parseFringe(next.text);
    return {
      name,
      base,
      isBelowMinimumWage: Boolean(mark),
      fringe: isContinued ? next.text : fringe.trim(),
      lines: isContinued ? [line, next] : [line],
    };
  }
  const broken = LEADER_ONLY.exec(line.text);
  const amounts = broken && next ? AMOUNTS_ONLY.exec(next.text) : null;
  if (!broken || !amounts || !next) return null;
  const [, base = '', mark, fringe = ''] = amounts;
  return {
    name: broken[1] ?? '',
    base,
    isBelowMinimumWage: Boolean(mark),
    fringe: fringe.trim(),
    lines: [line, next],
  };
}

function withoutLeader(text: string): RegExpExecArray | null {
  const match = CLASS_WITHOUT_LEADER.exec(text);
  return match && parseFringe(match[4] ?? '') ? match : null;
}

const OTHER_TEXT: [TextRole, RegExp][] = [
  ['zone', ZONE_TEXT],
  ['group', GROUP_HEADING],
  ['premium', PREMIUM],
  ['group', DESCRIPTION],
];

/** The paragraph a line belongs to: one that begins here, or the one that goes on. */
function textAt(
  block: Block,
  lines: SourceLine[],
  at: number,
  open: Paragraph | null,
): Paragraph | null {
  const { text } = lines[at] as SourceLine;
  if (block.classes.length > 0 && ZONE_LINE.test(text))
    return open?.role === 'zone' ? open : paragraph(block, 'zone', text);
  const isListed = GROUP_TEXT.test(text) || FOOTNOTE.test(text) || open?.role === 'zone';
  // A wrapped name of a class may begin like a group or a footnote, and follow zones: then its rate follows.
  if ((isListed || !open) && leadsToClass(lines, at)) return null;
  const role = startOfText(block, text);
  // Any sentence about money may begin a paragraph; within one it goes on.
  if (role && !(open && role === 'premium')) return paragraph(block, role, text);
  return open ?? continued(block, lines, at);
}

function startOfText(block: Block, text: string): TextRole | null {
  if (FOOTNOTE.test(text) || FOOTNOTE_HEADING.test(text)) return 'footnote';
  if (GROUP_TEXT.test(text)) return text.includes('$') ? 'premium' : 'group';
  if (block.classes.length === 0) return null;
  return OTHER_TEXT.find(([, start]) => start.test(text))?.[0] ?? null;
}

function paragraph(block: Block, role: TextRole, text: string): Paragraph {
  const footnote = role === 'footnote' ? FOOTNOTE.exec(text)?.[1]?.toLowerCase() : null;
  const key = role === 'group' ? groupKey(text) : (footnote ?? null);
  const heading = block.paragraphs.findLast((own) => own.role === 'group' && own.key === null);
  return { role, key, text: '', after: block.classes.length, section: heading?.text ?? null };
}

/** What follows a colon, and a paragraph that speaks of money only further on. */
function continued(block: Block, lines: SourceLine[], at: number): Paragraph | null {
  const last = block.paragraphs.at(-1);
  const isAfterText = last !== undefined && last.after === block.classes.length;
  if (isAfterText && block.pending.length === 0 && last.text.endsWith(':'))
    return paragraph(block, last.role, '');
  const isFirst = at === 0 || lines[at - 1]?.text === '' || isRule(lines[at - 1]?.text ?? '');
  if (!isFirst || block.classes.length === 0) return null;
  const below = lines.slice(at, at + MAX_NAME_LINES);
  const end = below.findIndex(({ text }) => text === '' || isRule(text));
  const speaksOfMoney = AMOUNT_OF_MONEY.test(join(end < 0 ? below : below.slice(0, end)));
  return speaksOfMoney ? paragraph(block, 'premium', '') : null;
}

const MAX_NAME_LINES = 40;

/** Whether the paragraph that begins here ends in a rate. */
function leadsToClass(lines: SourceLine[], at: number): boolean {
  const end = Math.min(lines.length, at + MAX_NAME_LINES);
  for (let next = at + 1; next < end; next++) {
    const line = lines[next] as SourceLine;
    if (line.text === '' || isRule(line.text)) return false;
    if (classAt(lines, next, false)) return true;
    if (GROUP_TEXT.test(line.text) || FOOTNOTE.test(line.text)) return false;
  }
  return false;
}

const groupKey = (text: string): string | null =>
  /^\(?((?:group|class|type|area|schedule|category)\s+\(?[\w()-]{1,6}?)\)?\s*(?:[:=.]|-\s|\s|$)/i
    .exec(text)?.[1]
    ?.replace(/[\s()]+/g, ' ')
    .trim()
    .toUpperCase() ?? null;

function addClass(block: Block, found: ClassLine, roles: LineRoles): void {
  const [line] = found.lines as [SourceLine];
  for (const used of found.lines) roles.set(used, 'class');
  const nameLines = takeName(block, line, roles);
  for (const used of nameLines) roles.set(used, 'class');
  const ownName = join([...nameLines, { text: found.name.replace(/[.\s]+$/, '') }]);
  const indent = nameLines[0]?.indent ?? line.indent;
  const { applying, isUncertain } = headingsOf(block, indent, ownName);
  const name = [...applying.map(({ text }) => text.replace(/:$/, '')), ownName].join(': ');
  const baseE4 = parseMoney(found.base);
  const { fringeE4, footnotes, questions } = readFringe(found.fringe, baseE4);
  const used = [...nameLines, ...found.lines];
  const read: BlockClass = {
    name: name.slice(0, 300),
    nameEs: null,
    craft: craftOf(applying.find(({ isArea }) => !isArea)?.text ?? ownName),
    identifier: block.identifier,
    rateDate: block.rateDate,
    area: areaOf(block, applying),
    printedBase: found.base,
    printedFringe: found.fringe,
    baseE4: baseE4 === 0 ? null : baseE4,
    fringeE4,
    zoneE4: 0,
    zones: [],
    overtime: null,
    expiresOn: null,
    questions: [
      ...(baseE4 === 0
        ? [{ code: 'rate_zero', field: 'base', proposalE4: null, text: found.base } as Question]
        : []),
      ...questions,
    ],
    remarks: [],
    lines: used.map(({ index }) => index + 1),
  };
  if (nameLines.length > 0 && nameLines.some(({ indent: own }) => own !== line.indent))
    read.remarks.push({ code: 'name_joined', text: name });
  if (isUncertain) read.remarks.push({ code: 'heading_uncertain', text: name });
  if (found.isBelowMinimumWage) read.remarks.push({ code: 'minimum_wage', text: found.base });
  block.classes.push({ read, ownName, footnotes });
}

const areaOf = ({ area }: Block, headings: Heading[]): string | null =>
  [area.join(' '), ...headings.filter(({ isArea }) => isArea).map(({ text }) => text)]
    .map((text) => text.replace(/:$/, ''))
    .filter(Boolean)
    .join(' · ') || null;

/**
 * The lines right above a rate that begin its name. What is above those becomes a heading or an area,
 * or stays unread.
 */
function takeName(block: Block, line: SourceLine, roles: LineRoles): SourceLine[] {
  const above = block.pending;
  block.pending = [];
  const name: SourceLine[] = [];
  let below = line;
  for (let at = above.length - 1; at >= 0; at--) {
    const candidate = above[at] as SourceLine;
    if (!isRightAbove(candidate, below) || !beginsName(candidate, below, block.isFlat)) break;
    name.unshift(candidate);
    below = candidate;
  }
  const rest = above.slice(0, above.length - name.length);
  for (const group of contiguous(rest)) takeHeading(block, group, line, roles);
  return name;
}

const isRightAbove = (upper: SourceLine, lower: SourceLine): boolean => lower.at - upper.at === 1;

function beginsName(candidate: SourceLine, below: SourceLine, isFlat: boolean): boolean {
  const { text } = candidate;
  if (AREA_END.test(text) || SUBCLASS.test(below.text)) return false;
  // Wrapped lines stand below each other; a word that goes on may be moved to the right.
  if (candidate.indent < below.indent) return !text.endsWith(':') && GOES_ON.test(below.text);
  return !(isFlat && text.endsWith(':'));
}

function contiguous(rest: SourceLine[]): SourceLine[][] {
  const groups: SourceLine[][] = [];
  for (const line of rest) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const continues =
      last &&
      isRightAbove(last, line) &&
      (last.indent === line.indent || /\([^)]*$/.test(join(group ?? []))) &&
      !last.text.endsWith(':') &&
      !AREA_END.test(last.text);
    if (continues) group?.push(line);
    else groups.push([line]);
  }
  return groups;
}

const MAX_HEADING = 300;

/** A heading or an area above rates; prose is left unread. */
function takeHeading(block: Block, group: SourceLine[], line: SourceLine, roles: LineRoles): void {
  const text = join(group);
  const [{ indent }] = group as [SourceLine];
  const isArea = AREA_END.test(text);
  const isProse = text.length > MAX_HEADING || /[.;]$/.test(text);
  const isOver = text.endsWith(':') || indent < line.indent || SUBCLASS.test(line.text);
  if (!isArea && (isProse || !isOver)) return;
  for (const used of group) roles.setText(used, isArea ? 'area' : 'craft');
  block.headings = block.headings.filter(
    (own) => own.indent < indent || (isArea && own.indent === indent && !own.isArea),
  );
  block.headings.push({ indent, text, isArea });
}

/** Headings further left are above the class; beside it only where something says so. */
function headingsOf(
  block: Block,
  indent: number,
  ownName: string,
): { applying: Heading[]; isUncertain: boolean } {
  const isBeside = (heading: Heading): boolean =>
    heading.indent === indent && !heading.isArea && !SUBCLASS.test(ownName);
  const applying = block.headings.filter(
    (heading) =>
      heading.indent < indent ||
      (heading.indent === indent && (!isBeside(heading) || heading.text.endsWith(':'))),
  );
  const uncertain = applying.filter(isBeside);
  block.headings = block.isFlat
    ? applying
    : applying.filter((heading) => !uncertain.includes(heading));
  return { applying, isUncertain: uncertain.length > 0 };
}

/** What the text below the rates says about them. */
function finish(block: Block): BlockClass[] {
  const textOf = (role: TextRole): Paragraph[] =>
    block.paragraphs.filter((own) => own.role === role);
  const footnotes = textOf('footnote');
  const premiums = textOf('premium').map(({ text }) => text);
  const perDay = block.paragraphs.find(({ text }) => isPerDay(text));
  for (const [place, { read, ownName, footnotes: letters }] of block.classes.entries()) {
    const group = groupOf(textOf('group'), read.name, groupKey(ownName));
    if (group) read.remarks.push({ code: 'group', text: group });
    read.remarks.push(...premiums.map((text) => ({ code: 'premium' as const, text })));
    const notes = letters
      .map((letter) => footnotes.find(({ key }) => key === letter)?.text)
      .filter((text) => text !== undefined);
    for (const question of read.questions)
      if (question.field === 'fringe' && notes.length > 0)
        question.text = [question.text, ...notes].join(' · ');
    const zones = zonesOf(zoneTexts(block, place));
    if (zones.length > 0) {
      read.zones = zones;
      read.zoneE4 = null;
      read.questions.push({ code: 'zone', field: 'zone', proposalE4: null, text: null });
    }
    if (perDay) {
      read.baseE4 = null;
      read.questions = read.questions.filter(({ field }) => field !== 'base');
      read.questions.push({
        code: 'rate_per_day',
        field: 'base',
        proposalE4: null,
        text: perDay.text,
      });
    }
  }
  return block.classes.map(({ read }) => read);
}

/** Zones below all rates are of all of them; in between, of the craft they follow. */
function zoneTexts({ paragraphs, classes }: Block, place: number): string[] {
  return paragraphs
    .filter(({ role, after }) => {
      if (role !== 'zone') return false;
      const isLast = after === classes.length;
      const craft = classes[after - 1]?.read.craft;
      return isLast || (place < after && classes[place]?.read.craft === craft);
    })
    .map(({ text }) => text);
}

const stems = (text: string): Set<string> =>
  new Set((text.toUpperCase().match(/[A-Z]{5,}/g) ?? []).map((word) => word.slice(0, 6)));

/** The list of groups whose heading has most words in common with the class; none where two have. */
function groupOf(groups: Paragraph[], name: string, key: string | null): string | null {
  const own = stems(name);
  const found = groups
    .filter((group) => key !== null && group.key === key)
    .map(({ text, section }) => {
      const common = [...stems(section ?? '')].filter((stem) => own.has(stem));
      return { text, score: common.length };
    })
    .toSorted((a, b) => b.score - a.score);
  const [best, next] = found;
  return best && (!next || best.score > next.score) ? best.text : null;
}

const isPerDay = (text: string): boolean => PER_DAY.test(text) && /\brates?\b/i.test(text);

function zonesOf(texts: string[]): ZoneAdd[] {
  const text = texts.join(' ');
  const added = [...text.matchAll(ZONE_ADD)].map(([, name = '', amount = '']) => ({
    name: name.toUpperCase(),
    addE4: parseMoney(amount) ?? 0,
  }));
  if (added.length === 0) return [];
  const base = ZONE_BASE.exec(text);
  const baseName = (base?.[1] ?? base?.[2])?.toUpperCase();
  const hasBase = baseName && !added.some(({ name }) => name === baseName);
  return hasBase ? [{ name: baseName, addE4: 0 }, ...added] : added;
}
