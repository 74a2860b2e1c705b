export type ArchiveProblem =
  | 'not_pmtiles'
  | 'old_version'
  | 'incomplete'
  | 'damaged'
  | 'unknown_tiles'
  | 'unknown_compression'
  | 'unknown_layers'
  | 'empty';

/** A file that cannot be used as a base map; the message says what is wrong with it. */
export class ArchiveError extends Error {
  readonly problem: ArchiveProblem;

  constructor(problem: ArchiveProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}
