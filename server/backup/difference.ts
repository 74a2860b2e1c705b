/** Where a restored backup is not what it should be. */
export type DifferenceKind =
  /** The file is missing, ends too early or is no backup. */
  | 'unreadable'
  /** A part of the archive is not what the manifest says. */
  | 'archive'
  /** A table has more or fewer rows than at the moment of the backup. */
  | 'rows'
  /** A table has as many rows, and others. */
  | 'content'
  | 'sequence'
  /** The project computes something else from it, or finds its own rules broken. */
  | 'figure'
  /** It could not be restored at all. */
  | 'error';

export interface Difference {
  readonly kind: DifferenceKind;
  readonly subject: string;
  readonly expected: string | null;
  readonly found: string | null;
}

/** For the log and the terminal. */
export function describeDifference({ kind, subject, expected, found }: Difference): string {
  switch (kind) {
    case 'unreadable':
      return 'The file cannot be read to its end: it is missing, cut short or no backup.';
    case 'archive':
      return `The file is damaged at ${subject}.`;
    case 'rows':
      return `${subject} has ${found} rows after the restore and had ${expected}.`;
    case 'content':
      return `${subject} has other content after the restore.`;
    case 'sequence':
    case 'figure':
      return `${subject}: ${found ?? 'nothing'} after the restore, expected ${expected ?? 'nothing'}.`;
    default:
      return `The backup could not be restored: ${subject}`;
  }
}
