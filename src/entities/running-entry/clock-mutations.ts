/** Keys of everything that starts or stops the clock: while one of these is under way it may be refused. */
export const CLOCK = ['clock'];
export const CLOCK_IN = [...CLOCK, 'in'];
export const CLOCK_OUT = [...CLOCK, 'out'];
export const SWITCH_PROJECT = [...CLOCK, 'switch'];
