/** Addresses of the navigation that have no screen yet. */
export const placeholderPaths: readonly string[] = [];
