/** Something the person who starts the server can fix. Shown as one line; exit code 1. */
export class StartupError extends Error {}
