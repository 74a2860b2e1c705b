create table public.retention_rules (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  kind text not null,
  years integer default 7 not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint retention_rules_pkey primary key (company_id, id),
  constraint retention_rules_once unique (company_id, kind),
  constraint retention_rules_kind_known check (kind in ('photos', 'history')),
  constraint retention_rules_not_below_law check (years >= case kind when 'history' then 6 else 3 end and years <= 100),
  constraint retention_rules_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.retention_rules');
comment on table public.retention_rules is 'After how many years a kind of record is deleted. Without a row nothing of the kind ever is. The minimum is the longest we know of a law: the history is a record of time and pay, six years in New York (29 CFR 516.5 three, California four); photos three.';
alter table public.retention_rules enable row level security;
grant select, delete on table public.retention_rules to authenticated;
grant insert (company_id, kind, years), update (years) on table public.retention_rules to authenticated;

create policy "Managers read how long records are stored" on public.retention_rules
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Owners choose how long records are stored" on public.retention_rules
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners change how long records are stored" on public.retention_rules
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()))
  with check (company_id = (select private.my_company_id()));

create policy "Owners stop deleting records" on public.retention_rules
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));

create or replace trigger fill_company_id before insert on public.retention_rules
  for each row execute function private.fill_company_id();

create or replace trigger keep_identity before update on public.retention_rules
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.retention_rules
  for each row execute function private.record_change();

create or replace function private.events_past_retention(company_id_param uuid, limit_param integer) returns setof public.audit_events
language sql stable security definer set search_path = '' as $$
  select e.* from public.audit_events e join public.retention_rules r on r.company_id = e.company_id and r.kind = 'history'
  where e.company_id = company_id_param and e.occurred_at < now() - make_interval(years => r.years)
    and e.action not in ('content_deleted', 'redacted', 'restored') and coalesce(e.before, e.after) is not null and not coalesce(e.after ? 'redaction', false)
    and not private.is_held(e.company_id, e.employee_id, coalesce(e.after ->> 'project_id', e.before ->> 'project_id', case when e.entity = 'projects' then e.entity_id::text end))
  order by e.sequence limit limit_param;
$$;
comment on function private.events_past_retention(uuid,integer) is 'Events whose content is to go, oldest first; none of a person or project on hold.';

create or replace function private.photos_past_retention(company_id_param uuid, limit_param integer) returns setof public.photos
language sql stable security definer set search_path = '' as $$
  select p.* from public.photos p join public.retention_rules r on r.company_id = p.company_id and r.kind = 'photos'
  where p.company_id = company_id_param and p.taken_at < now() - make_interval(years => r.years) and p.created_at < now() - make_interval(years => r.years)
    and not private.is_held(p.company_id, p.employee_id, p.project_id::text)
    and not private.is_receipt_locked(p) and not private.is_photo_locked(p.company_id, p.field_report_id) and not private.is_photo_of_ticket(p.company_id, p.id)
  order by p.taken_at limit limit_param;
$$;
comment on function private.photos_past_retention(uuid,integer) is 'Photos that are to go; not those of a person or project on hold, of locked reports, signed tickets and approved expenses.';

create or replace function public.retention_preview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := private.require_owner();
begin
  return jsonb_build_object(
    'history', (select jsonb_build_object('count', count(*), 'oldest', min(e.occurred_at)) from private.events_past_retention(company, 1000000) e),
    'photos', (select jsonb_build_object('count', count(*), 'oldest', min(p.taken_at), 'bytes', coalesce(sum(p.size_bytes), 0)) from private.photos_past_retention(company, 1000000) p),
    'holds', (select count(*) from public.legal_holds h where h.company_id = company and h.released_at is null));
end $$;
comment on function public.retention_preview() is 'Owners: what would be deleted now by the rules that are stored, and how many holds are open.';
grant execute on function public.retention_preview() to authenticated;

create or replace function private.redact_history(company_id_param uuid, max_batches_param integer) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  run uuid;
  left_over jsonb;
  keys uuid[];
  hashes jsonb;
  done bigint := 0;
begin
  for batch in 1 .. max_batches_param loop
    run := gen_random_uuid();
    left_over := jsonb_build_object('before', null, 'after', jsonb_build_object('redaction', run), 'reason', null);
    select array_agg(e.id), jsonb_object_agg(e.id, private.audit_hash(jsonb_populate_record(e, left_over))) into keys, hashes
      from private.events_past_retention(company_id_param, 100) e;
    exit when keys is null;
    -- What is left of each is sealed by an event of the same chain before anything goes.
    insert into public.audit_events (company_id, actor_id, source, action, entity, entity_id, after)
      values (company_id_param, null, 'database', 'content_deleted', 'audit_events', run, jsonb_build_object('count', cardinality(keys), 'events', hashes));
    update public.audit_events e set before = null, after = left_over -> 'after', reason = null where e.company_id = company_id_param and e.id = any (keys);
    done := done + cardinality(keys);
  end loop;
  return done;
end $$;
comment on function private.redact_history(uuid,integer) is 'Deletes the content of old events, a hundred at a time: their hashes and links stay, and an event says what is left of each.';

create or replace function private.apply_retention() returns void
language plpgsql security definer set search_path = '' as $$
declare
  rule record;
begin
  for rule in select r.company_id, r.kind from public.retention_rules r loop
    if rule.kind = 'history' then
      perform private.redact_history(rule.company_id, 100);
    else
      with gone as (
        delete from public.photos p using private.photos_past_retention(rule.company_id, 1000) o where p.company_id = o.company_id and p.id = o.id returning p.path
      )
      delete from storage.objects o using gone where o.bucket_id = 'photos' and o.name = gone.path;
    end if;
  end loop;
end $$;
comment on function private.apply_retention() is 'Every night: deletes what is older than its rule, some of it at a time; photos with their files.';
select cron.schedule('retention', '33 8 * * *', 'select private.apply_retention()');
