-- What came with a date of its own (the demo's projects, begun weeks ago) is not new today.
create or replace function private.dashboard_change(company_id_param uuid, entity_param text, since_param timestamptz) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(private.counts_as_active(entity_param, a.after)::integer - private.counts_as_active(entity_param, a.before)::integer), 0)
    from public.audit_events a
   where a.company_id = company_id_param and a.entity = entity_param and a.occurred_at >= since_param
     and (a.before is not null or coalesce((a.after ->> 'created_at')::timestamptz >= since_param, true))
     -- On its first day a company has no team of yesterday to compare with; its first projects are news.
     and (entity_param = 'projects' or exists (select from public.companies c where c.id = company_id_param and c.created_at < since_param));
$$;
