/** `off`: not set up, which is no fault. */
export type SystemState = 'ok' | 'warning' | 'error' | 'off';

/**
 * One line of Settings › System, and gauges of the same figures at /metrics. The texts are in
 * src/locales/<language>/system.json: `<id>.title`, `<id>.<reason>` says what is, and
 * `<id>.<reason>Fix`, where there is something to do, what to do.
 */
export interface SystemLine {
  /** snake_case, one for each probe: `restore_test`. */
  readonly id: string;
  readonly state: SystemState;
  /** camelCase: a key of the texts of this line, such as `endsSoon`. */
  readonly reason: string;
  /**
   * Figures for the texts, camelCase. The end of a name says how the screen writes it, and its unit at
   * /metrics: `…At` a moment (ISO string), `…Bytes`, `…Seconds`, `…Percent`; other numbers as they are,
   * `count` chooses between singular and plural. Other strings are shown as they are and no gauge.
   */
  readonly values: Readonly<Record<string, string | number | null>>;
}

/** Null: nothing to say on this installation. Called by any worker of any server. */
export type SystemProbe = () => Promise<SystemLine | null>;
