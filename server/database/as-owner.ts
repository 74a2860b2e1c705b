/**
 * As a hosted project runs SQL of its owner: what extensions bring is found without their schema.
 * For the session rather than the transaction: SQL of other projects may hold a `commit`.
 */
export const AS_OWNER = 'set role platform_owner; set search_path = "$user", public, extensions;';
export const AS_OURSELVES = 'reset role; reset search_path;';
