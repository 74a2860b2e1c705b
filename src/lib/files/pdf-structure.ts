import type { jsPDF } from 'jspdf';

/** What a screen reader needs to know of a part: its kind, and of cells whose they are. */
export interface TagOptions {
  /** Of a header cell: the cells it heads. */
  scope?: 'Row' | 'Column';
  colSpan?: number;
  rowSpan?: number;
  /** Read instead of what is drawn. */
  alt?: string;
  /** Of a box on paper: whether it is ticked. */
  checked?: boolean;
}

export type TagType =
  | 'Document'
  | 'Sect'
  | 'H1'
  | 'H2'
  | 'P'
  | 'Table'
  | 'THead'
  | 'TBody'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Form';

interface Tag {
  readonly type: TagType;
  readonly options: TagOptions;
  readonly parent: Tag | null;
  readonly parts: (Tag | MarkedContent)[];
  id: number;
}

/** A sequence of drawing commands of a page. */
interface MarkedContent {
  readonly page: number;
  readonly mark: number;
}

/** Parts of jsPDF that its types leave out; docs/decisions/374-tagged-pdf.md */
interface Internal {
  events: { subscribe: (event: string, listener: (page: { pageNumber: number }) => void) => void };
  write: (text: string) => void;
  newObjectDeferred: () => number;
  newObjectDeferredBegin: (id: number, doOutput: boolean) => void;
  getPageInfo: (page: number) => { objId: number };
  getCurrentPageInfo: () => { pageNumber: number };
}

const isTag = (part: Tag | MarkedContent): part is Tag => 'type' in part;
const reference = (id: number): string => `${id} 0 R`;

/** A text of PDF in UTF-16, as hexadecimal digits: no character of it needs an escape. */
const textString = (text: string): string =>
  `<FEFF${Array.from({ length: text.length }, (_, index) =>
    text.charCodeAt(index).toString(16).padStart(4, '0'),
  ).join('')}>`;

function attributesOf({ scope, colSpan, rowSpan, checked }: TagOptions): string {
  if (checked !== undefined) {
    return ` /A <</O /PrintField /Role /cb /checked /${checked ? 'on' : 'off'}>>`;
  }
  const entries = [
    scope && `/Scope /${scope}`,
    colSpan && colSpan > 1 && `/ColSpan ${colSpan}`,
    rowSpan && rowSpan > 1 && `/RowSpan ${rowSpan}`,
  ].filter(Boolean);
  return entries.length > 0 ? ` /A <</O /Table ${entries.join(' ')}>>` : '';
}

/**
 * The structure of a document for screen readers: jsPDF draws, and writes no tags. Everything drawn is
 * either `content` of a tag or an `artifact`, such as a rule.
 */
export class PdfStructure {
  private readonly internal: Internal;
  private readonly root: Tag = { type: 'Document', options: {}, parent: null, parts: [], id: 0 };
  private readonly tags: Tag[] = [this.root];
  /** Of each page, whose the marks are. */
  private readonly marks = new Map<number, Tag[]>();
  private open = this.root;
  private rootId = 0;

  constructor(document: jsPDF, language: string) {
    this.internal = document.internal as unknown as Internal;
    const { events, write } = this.internal;
    events.subscribe('putPage', ({ pageNumber }) => {
      write(`/StructParents ${pageNumber - 1}`);
      write('/Tabs /S');
    });
    events.subscribe('postPutResources', () => this.writeTree());
    events.subscribe('putCatalog', () => {
      // The header of the file says 1.3, which has no tags.
      write('/Version /1.7');
      write(`/StructTreeRoot ${reference(this.rootId)}`);
      write('/MarkInfo <</Marked true>>');
      write(`/Lang (${language})`);
      write('/ViewerPreferences <</DisplayDocTitle true>>');
    });
  }

  /** What `draw` draws belongs to a new tag inside the open one. */
  tag(type: TagType, options: TagOptions, draw: () => void): void {
    const parent = this.open;
    const tag: Tag = { type, options, parent, parts: [], id: 0 };
    parent.parts.push(tag);
    this.tags.push(tag);
    this.open = tag;
    draw();
    this.open = parent;
  }

  /** Text of the open tag. */
  content(draw: () => void): void {
    const { pageNumber: page } = this.internal.getCurrentPageInfo();
    const marks = this.marks.get(page) ?? [];
    this.marks.set(page, marks);
    this.open.parts.push({ page, mark: marks.length });
    this.internal.write(`/${this.open.type} <</MCID ${marks.length}>> BDC`);
    marks.push(this.open);
    draw();
    this.internal.write('EMC');
  }

  /** Nothing to read: rules, boxes, what is repeated on every page. */
  artifact(draw: () => void): void {
    this.internal.write('/Artifact BMC');
    draw();
    this.internal.write('EMC');
  }

  private writeObject(id: number, text: string): void {
    this.internal.newObjectDeferredBegin(id, true);
    this.internal.write(text);
    this.internal.write('endobj');
  }

  /** The parts of a tag. A long report has ten thousand tags: marks on one page are written as plain numbers. */
  private partsText(parts: Tag['parts']): string {
    if (parts.length === 0) return '';
    const pageOf = (part: MarkedContent): string =>
      reference(this.internal.getPageInfo(part.page).objId);
    const first = parts.find((part): part is MarkedContent => !isTag(part));
    const page = first ? pageOf(first) : '';
    const kids = parts.map((part) => {
      if (isTag(part)) return reference(part.id);
      const own = pageOf(part);
      return own === page ? String(part.mark) : `<</Type /MCR /Pg ${own} /MCID ${part.mark}>>`;
    });
    return `${page ? ` /Pg ${page}` : ''} /K ${kids.length === 1 ? kids[0] : `[${kids.join(' ')}]`}`;
  }

  private writeTree(): void {
    this.rootId = this.internal.newObjectDeferred();
    const parentTree = this.internal.newObjectDeferred();
    for (const tag of this.tags) tag.id = this.internal.newObjectDeferred();
    for (const tag of this.tags) {
      const { type, options, parent, parts } = tag;
      const alt = options.alt === undefined ? '' : ` /Alt ${textString(options.alt)}`;
      this.writeObject(
        tag.id,
        `<</S /${type} /P ${reference(parent?.id ?? this.rootId)}` +
          `${attributesOf(options)}${alt}${this.partsText(parts)}>>`,
      );
    }
    const pages = [...this.marks].map(
      ([page, owners]) => `${page - 1} [${owners.map(({ id }) => reference(id)).join(' ')}]`,
    );
    this.writeObject(parentTree, `<</Nums [${pages.join(' ')}]>>`);
    this.writeObject(
      this.rootId,
      `<</Type /StructTreeRoot /K ${reference(this.root.id)} /ParentTree ${reference(parentTree)}` +
        ` /ParentTreeNextKey ${this.marks.size}>>`,
    );
  }
}
