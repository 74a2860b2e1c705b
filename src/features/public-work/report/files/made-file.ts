/** A file that was made, ready for the browser's downloads. */
export interface MadeFile {
  name: string;
  type: string;
  content: string | Uint8Array<ArrayBuffer>;
}

/** Where somebody fixes what a file lacks. */
export type Place = 'contractor' | 'contract' | 'codes' | 'workers' | 'facts' | 'report';

/** What stands in the way of a file: a field, where it is filled in, and whose it is. */
export interface Lack {
  place: Place;
  field: string;
  /** A person or a class; none: the company's or the project's. */
  who?: string;
}

/** Worth knowing, and no reason to wait: `agency-files:note.*`. */
export type FileNote = 'pwcrNa' | 'insuranceNa' | 'split' | 'draft';

export interface FileResult {
  lacks: readonly Lack[];
  notes: readonly FileNote[];
  /** Why the portal takes no file for this week: `agency-files:refused.*`. */
  refused?: 'nyNoWork' | 'lcpNoWork' | 'nyCorrection';
  /** Empty while anything is lacking. */
  files: readonly MadeFile[];
}
