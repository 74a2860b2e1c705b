import type { Json } from '../../supabase/types';

/**
 * An argument of a database function that takes JSON. Interfaces have no index signature, so the compiler
 * does not see that they are JSON; what is passed here must be.
 */
export const asJson = (value: object): Json => value as Json;
