alter table public.evidence_packets add column request jsonb default '{}'::jsonb not null;
alter table public.evidence_packets add constraint evidence_packets_request_is_object check (jsonb_typeof(request) = 'object'::text and pg_column_size(request) < 4000);
