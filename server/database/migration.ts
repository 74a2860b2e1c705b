export interface Migration {
  /** Digits, usually 14. */
  readonly version: string;
  readonly name: string;
  readonly text: string;
}
