/** How long the first screen has the network and the processor for itself. */
export const FIRST_SCREEN_MILLISECONDS = 6000;
