create table private.ledger_checks (
  company_id uuid not null,
  checked_at timestamptz not null,
  events bigint not null,
  roots integer not null,
  problem jsonb,
  notified jsonb,
  constraint ledger_checks_pkey primary key (company_id),
  constraint ledger_checks_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('private.ledger_checks');
comment on table private.ledger_checks is 'The last check of each company''s history against its signed roots: what was found, and what owners were notified of.';
alter table private.ledger_checks enable row level security;

create or replace function private.ledger_problem(company_id_param uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  root record;
  content jsonb;
  previous text;
  next bigint := 1;
  kind text;
begin
  for root in
    select r.*, encode(l.hash, 'hex') as chain_hash, s.signed_text as text_signed, s.signature as signature_made, s.holds
    from public.ledger_roots r
    left join private.audit_links l on l.company_id = r.company_id and l.position = r.last_position
    left join private.signatures s on s.id = r.signature_id
    where r.company_id = company_id_param order by r.first_position
  loop
    content := private.json_object_or_null(root.signed_text);
    kind := case
      when content is null or root.first_position <> next or content ->> 'from' is distinct from root.first_position::text
        or content ->> 'to' is distinct from root.last_position::text or content ->> 'company_id' is distinct from company_id_param::text
        or content ->> 'previous' is distinct from private.sha256_hex(previous) then 'root_changed'
      when root.text_signed is distinct from root.signed_text or root.signature is distinct from root.signature_made or root.holds is false then 'signature_wrong'
      -- The hash of the last link has everything before it in it.
      when content ->> 'chain_hash' is distinct from root.chain_hash
        or content ->> 'merkle_root' is distinct from private.merkle_root(private.block_hashes(company_id_param, root.first_position, root.last_position)) then 'history_rewritten'
      end;
    if kind is not null then
      return jsonb_build_object('kind', kind, 'root_id', root.id, 'root_at', root.created_at);
    end if;
    previous := root.signed_text;
    next := root.last_position + 1;
  end loop;
  return null;
end $$;
comment on function private.ledger_problem(uuid) is 'The first signed root that does not fit: its row was changed, its signature is wrong, or the history it names was rewritten. Null where all fit.';

create or replace function private.check_ledger(company_id_param uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chain record;
  found jsonb;
begin
  select * into chain from public.verify_audit_chain(company_id_param);
  found := case when chain.broken_id is not null then jsonb_build_object('kind', 'event_changed', 'event_id', chain.broken_id,
      'event_at', (select e.occurred_at from public.audit_events e where e.company_id = company_id_param and e.id = chain.broken_id limit 1))
    else coalesce(private.ledger_problem(company_id_param), private.unrecorded_change(company_id_param)) end;
  insert into private.ledger_checks as k (company_id, checked_at, events, roots, problem)
    values (company_id_param, clock_timestamp(), chain.checked, (select count(*) from public.ledger_roots r where r.company_id = company_id_param), found)
    on conflict on constraint ledger_checks_pkey do update set checked_at = excluded.checked_at, events = excluded.events, roots = excluded.roots, problem = excluded.problem;
  -- The server compares each signature with its text once more, and says so if one does not fit.
  update private.signatures s set checked_at = null where s.company_id = company_id_param and s.purpose = 'root' and s.signature is not null and s.checked_at is not null;
  if found is not null then
    perform private.note_ledger_problem(company_id_param, found);
  end if;
  return private.ledger_state(company_id_param);
end $$;
comment on function private.check_ledger(uuid) is 'Recomputes the history of a company, compares it with every signed root and with the rows of time and pay, and notifies owners of the first thing that does not fit.';

create or replace function private.note_ledger_problem(company_id_param uuid, problem_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.ledger_checks k set problem = problem_param, notified = problem_param
    where k.company_id = company_id_param and k.notified is distinct from problem_param;
  if found then
    perform private.notify_person(r.company_id, r.employee_id, 'history_changed', 'history ' || (problem_param ->> 'kind') || ' ' || clock_timestamp(), 'history_changed',
        jsonb_build_object('company_name', (select c.name from public.companies c where c.id = company_id_param), 'kind_' || (problem_param ->> 'kind'), true), '{"path": "/settings?tab=records"}')
      from private.notification_recipients r where r.role = 'owner' and r.company_id = company_id_param;
  end if;
end $$;
comment on function private.note_ledger_problem(uuid,jsonb) is 'Notifies owners that the history was changed, once for each thing that was found.';

create or replace function private.ledger_state(company_id_param uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('checked_at', k.checked_at, 'events', k.events, 'roots', (select count(*) from public.ledger_roots r where r.company_id = company_id_param),
      'problem', k.problem, 'newest', (select to_jsonb(r) - '{company_id,created_by,signature_id}'::text[] from public.ledger_roots r where r.company_id = company_id_param order by r.last_position desc limit 1),
      'unsigned', (select count(*) from public.ledger_roots r where r.company_id = company_id_param and r.signature is null))
  from (select 1) one left join private.ledger_checks k on k.company_id = company_id_param;
$$;
comment on function private.ledger_state(uuid) is 'The newest root of a company and what its last check found.';

create or replace function public.ledger_state() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  return private.ledger_state(me.company_id);
end $$;
comment on function public.ledger_state() is 'Managers: the newest signed end of the history, how many there are, and what the last check found.';
grant execute on function public.ledger_state() to authenticated;

create or replace function public.check_ledger_roots() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  return private.check_ledger(me.company_id);
end $$;
comment on function public.check_ledger_roots() is 'Managers: recomputes the history, compares it with every signed root and with the rows of time and pay; as ledger_state().';
grant execute on function public.check_ledger_roots() to authenticated;

create or replace function public.compare_ledger_root(signed_text_param text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  content jsonb;
  held text;
begin
  content := private.json_object_or_null(signed_text_param);
  if content is null or content ->> 'format' is distinct from 'chalkline-root/1' or coalesce(content ->> 'to', '') !~ '^[0-9]{1,15}$' then
    raise exception using errcode = 'P0001', hint = 'not_a_root', message = 'This is not a signed end of a history.';
  end if;
  if content ->> 'company_id' is distinct from me.company_id::text then
    raise exception using errcode = 'P0001', hint = 'root_of_another_company', message = 'This signed end is of another company.';
  end if;
  select encode(l.hash, 'hex') into held from private.audit_links l where l.company_id = me.company_id and l.position = (content ->> 'to')::bigint;
  return jsonb_build_object('result', case when held is null then 'missing' when held = content ->> 'chain_hash' then 'same' else 'rewritten' end,
    'position', (content ->> 'to')::bigint, 'created_at', content ->> 'created_at',
    'stored', exists (select from public.ledger_roots r where r.company_id = me.company_id and r.signed_text = signed_text_param));
end $$;
comment on function public.compare_ledger_root(text) is 'Managers: whether the history up to a root that was mailed or stored elsewhere is still the same: same, rewritten, or missing (the end was cut off).';
grant execute on function public.compare_ledger_root(text) to authenticated;

create or replace function private.check_due_ledgers() returns void
language sql security definer set search_path = '' as $$
  select private.for_each_company(array_agg(c.id), 'select 1 from private.check_ledger($1)', '20 seconds')
  from public.companies c left join private.ledger_checks k on k.company_id = c.id
  where (k.checked_at is null or k.checked_at < now() - interval '23 hours')
    and exists (select from public.ledger_roots r where r.company_id = c.id);
$$;
comment on function private.check_due_ledgers() is 'Every ten minutes: checks companies that were not checked for a day, for twenty seconds, so that no clock waits for it.';
select cron.schedule('ledger-checks', '2-59/10 * * * *', 'select private.check_due_ledgers()');
