/**
 * Of a Supabase client in tests. A busy machine answers late: no socket and no join is given up for that.
 * A socket without channels is closed soon.
 */
export const SOCKET_LIMITS = {
  timeout: 120_000,
  heartbeatIntervalMs: 60_000,
  disconnectOnEmptyChannelsAfterMs: 1_000,
};
