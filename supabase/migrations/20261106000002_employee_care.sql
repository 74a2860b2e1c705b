-- The list of people as managers need it, and imports that say what is wrong row by row.

create function public.employee_overview()
returns table (employee_id uuid, status text, since timestamptz, project_id uuid, project_name text, hourly_rate numeric,
  minutes_this_week bigint, last_seen timestamptz, has_account boolean, invitation text, invitation_expires_at timestamptz, avatar_path text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  zone text;
  today date;
  week_begin date;
begin
  select c.time_zone, (now() at time zone c.time_zone)::date into zone, today from public.companies c where c.id = me.company_id;
  select today - ((extract(dow from today)::integer - c.week_start + 7) % 7) into week_begin
    from public.companies c where c.id = me.company_id;
  return query
    select e.id,
      case when running.id is null then 'out' when pause.id is not null then 'break' else 'in' end,
      coalesce(pause.started_at, running.clock_in),
      running.project_id, p.name,
      (select r.hourly_rate from public.employee_rates r
        where r.company_id = e.company_id and r.employee_id = e.id and r.project_id is null and r.cost_code_id is null
          and r.effective_from <= today order by r.effective_from desc limit 1),
      coalesce(week.minutes, 0),
      (select greatest(t.clock_in, t.clock_out) from public.time_entries t
        where t.company_id = e.company_id and t.employee_id = e.id order by t.clock_in desc limit 1),
      e.user_id is not null,
      case when i.id is null then null when i.expires_at > now() then 'open' else 'expired' end,
      i.expires_at,
      pr.avatar_path
    from public.employees e
    left join public.time_entries running on running.company_id = e.company_id and running.employee_id = e.id and running.clock_out is null
    left join public.time_entry_breaks pause on pause.company_id = e.company_id and pause.time_entry_id = running.id and pause.ended_at is null
    left join public.projects p on p.company_id = e.company_id and p.id = running.project_id
    left join public.employee_invitations i on i.company_id = e.company_id and i.employee_id = e.id
      and i.accepted_at is null and i.withdrawn_at is null
    left join public.profiles pr on pr.id = e.user_id
    left join lateral (
      select sum(floor(extract(epoch from coalesce(t.clock_out, now()) - t.clock_in
          - coalesce((select sum(coalesce(b.ended_at, now()) - b.started_at) from public.time_entry_breaks b
              where b.company_id = t.company_id and b.time_entry_id = t.id and not b.paid), interval '0')) / 60))::bigint as minutes
        from public.time_entries t
       where t.company_id = e.company_id and t.employee_id = e.id
         and t.clock_in >= week_begin::timestamp at time zone zone) week on true
    where e.company_id = me.company_id;
end $$;
comment on function public.employee_overview() is 'Status, rate of today, hours of this week, last punch and invitation of everyone in the manager''s company.';

create function private.employee_verdict(item jsonb, role_param text, repeated_param boolean, email_taken_param boolean,
  number_repeated_param boolean, number_taken_param boolean) returns text
language sql immutable set search_path = '' as $$
  select case
    when coalesce(btrim(item ->> 'first_name'), '') = '' then 'first_name_missing'
    when char_length(btrim(item ->> 'first_name')) > 100 then 'first_name_too_long'
    when char_length(btrim(item ->> 'last_name')) > 100 then 'last_name_too_long'
    when item ->> 'email' <> '' and item ->> 'email' !~ '^[^@[:space:]]+@[^@[:space:]]+$' then 'email_wrong'
    when char_length(item ->> 'email') > 254 then 'email_too_long'
    when char_length(item ->> 'phone') > 40 then 'phone_too_long'
    when char_length(item ->> 'job_title') > 100 then 'job_title_too_long'
    when char_length(item ->> 'employee_number') > 40 then 'number_too_long'
    when coalesce(item ->> 'role', '') <> '' and lower(item ->> 'role') not in ('owner', 'manager', 'foreman', 'employee') then 'role_unknown'
    when role_param <> 'owner' and lower(coalesce(item ->> 'role', '')) in ('owner', 'manager') then 'role_owners_only'
    when coalesce(item ->> 'rate', '') <> '' and item ->> 'rate' !~ '^\$?\s*[0-9]{1,6}([.,][0-9]{1,4})?$' then 'rate_wrong'
    when coalesce(item ->> 'language', '') <> '' and lower(item ->> 'language') not in ('en', 'es') then 'language_unknown'
    when repeated_param then 'email_repeated'
    when email_taken_param then 'email_taken'
    when number_repeated_param then 'number_repeated'
    when number_taken_param then 'number_taken'
    else 'ok' end;
$$;

create function public.import_employees(rows_param jsonb, dry_run_param boolean default true, invite_param boolean default false)
returns table (row_number integer, verdict text, employee_id uuid)
language plpgsql volatile security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  judged jsonb;
  item jsonb;
  person public.employees;
begin
  if jsonb_typeof(rows_param) is distinct from 'array' or jsonb_array_length(rows_param) > 2000 then
    raise exception using errcode = 'P0001', hint = 'import_too_large', message = 'Import up to 2,000 people at a time.';
  end if;
  select jsonb_agg(r.item || jsonb_build_object('row', r.n, 'verdict', private.employee_verdict(r.item, me.role,
      r.email <> '' and r.email_row > 1,
      exists (select from public.employees e where e.company_id = me.company_id and e.email = r.email),
      r.number <> '' and r.number_row > 1,
      exists (select from public.employees e where e.company_id = me.company_id and e.employee_number = r.number))) order by r.n)
    into judged
    from (
      select n::integer as n, i as item, lower(btrim(coalesce(i ->> 'email', ''))) as email, btrim(coalesce(i ->> 'employee_number', '')) as number,
        row_number() over (partition by lower(btrim(coalesce(i ->> 'email', ''))) order by n) as email_row,
        row_number() over (partition by btrim(coalesce(i ->> 'employee_number', '')) order by n) as number_row
      from jsonb_array_elements(rows_param) with ordinality as items (i, n)) r;
  if dry_run_param then
    return query select (v ->> 'row')::integer, v ->> 'verdict', null::uuid from jsonb_array_elements(coalesce(judged, '[]')) v order by 1;
    return;
  end if;
  if exists (select from jsonb_array_elements(judged) v where v ->> 'verdict' <> 'ok') then
    raise exception using errcode = 'P0001', hint = 'import_has_errors', message = 'Some rows are wrong. Nothing was imported.';
  end if;
  for item in select v from jsonb_array_elements(judged) v order by (v ->> 'row')::integer loop
    insert into public.employees (company_id, first_name, last_name, email, phone, job_title, employee_number, role, language)
      values (me.company_id, item ->> 'first_name', coalesce(item ->> 'last_name', ''), nullif(btrim(item ->> 'email'), ''),
        nullif(btrim(item ->> 'phone'), ''), nullif(btrim(item ->> 'job_title'), ''), nullif(btrim(item ->> 'employee_number'), ''),
        coalesce(nullif(lower(item ->> 'role'), ''), 'employee'), coalesce(nullif(lower(item ->> 'language'), ''), me.language))
      returning * into person;
    if coalesce(item ->> 'rate', '') <> '' then
      insert into public.employee_rates (company_id, employee_id, hourly_rate)
        values (me.company_id, person.id, replace(regexp_replace(item ->> 'rate', '[$\s]', '', 'g'), ',', '.')::numeric);
    end if;
    if invite_param and person.email is not null then
      perform private.send_invitation(person, me);
    end if;
    row_number := (item ->> 'row')::integer;
    verdict := 'ok';
    employee_id := person.id;
    return next;
  end loop;
end $$;
comment on function public.import_employees(jsonb, boolean, boolean) is
  'Verdict on each row of [{first_name, last_name, email, phone, job_title, employee_number, role, rate, language}]; without dry_run adds all of them or none.';

create function public.employee_history(employee_id_param uuid)
returns table (occurred_at timestamptz, action text, entity text, actor_name text, before jsonb, after jsonb, reason text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  return query
    select a.occurred_at, a.action, a.entity, btrim(concat_ws(' ', actor.first_name, actor.last_name)), a.before, a.after, a.reason
      from public.audit_events a
      left join public.employees actor on actor.company_id = a.company_id and actor.user_id = a.actor_id
     where a.company_id = me.company_id and a.employee_id = employee_id_param
       and a.entity in ('employees', 'employee_rates', 'employee_invitations')
     order by a.sequence desc limit 200;
end $$;
comment on function public.employee_history(uuid) is 'What was changed about a person, newest first: record, rates, invitations.';

revoke execute on function public.employee_overview(), public.import_employees(jsonb, boolean, boolean), public.employee_history(uuid) from public, anon;
grant execute on function public.employee_overview(), public.import_employees(jsonb, boolean, boolean), public.employee_history(uuid) to authenticated, service_role;
