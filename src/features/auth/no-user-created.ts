/** The server said yes and returned nobody. */
export class NoUserCreated extends Error {}
