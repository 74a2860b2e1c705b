/** A row of `realtime.outbox` as the reader asks for it; JSON stays text, bytes are base64. */
export interface OutboxRow {
  readonly id: number;
  readonly kind: 'change' | 'broadcast' | 'presence' | 'disconnect';
  readonly relation: number | null;
  readonly operation: 'INSERT' | 'UPDATE' | 'DELETE' | null;
  readonly record: string | null;
  readonly old_record: string | null;
  readonly body: string | null;
  readonly binary_body: string | null;
  readonly created_at: string;
}
