create type private.crew_day_plan as (
  reason text,
  entries jsonb,
  less boolean
);

create table public.crews (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  foreman_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint crews_pkey primary key (company_id, id),
  constraint crews_name_once_per_company unique (company_id, name),
  constraint crews_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint crews_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint crews_foreman foreign key (company_id, foreman_id) references public.employees(company_id, id)
);
select private.refuse_non_finite('public.crews');
create index crews_by_foreman on public.crews (company_id, foreman_id) where foreman_id is not null;
comment on table public.crews is 'People who work together under a foreman.';
alter table public.crews enable row level security;
alter publication supabase_realtime add table public.crews;
grant select, insert, update, delete on table public.crews to authenticated;

create policy "Employees read the crews of their company" on public.crews
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers add crews" on public.crews
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change crews" on public.crews
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete crews" on public.crews
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.crews
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.crews
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.crews
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.crews
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.crews
  for each row execute function private.record_change();

create table public.crew_members (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  crew_id uuid not null,
  employee_id uuid not null,
  from_date date default CURRENT_DATE not null,
  to_date date,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint crew_members_pkey primary key (company_id, id),
  constraint crew_members_once_at_a_time exclude using gist (uuid_hash_extended(crew_id, uuid_hash_extended(company_id, 0)) with =, uuid_hash_extended(employee_id, 0) with =, daterange(from_date, to_date, '[]') with &&),
  constraint crew_members_end_after_start check (to_date >= from_date),
  constraint crew_members_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint crew_members_crew foreign key (company_id, crew_id) references public.crews(company_id, id) on delete cascade,
  constraint crew_members_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.crew_members');
create index crew_members_by_crew on public.crew_members (company_id, crew_id);
create index crew_members_by_employee on public.crew_members (company_id, employee_id);
comment on table public.crew_members is 'Who is in a crew, and on which days.';
comment on column public.crew_members.to_date is 'The last day in the crew; null while it goes on.';
alter table public.crew_members enable row level security;
alter publication supabase_realtime add table public.crew_members;
grant select, insert, update, delete on table public.crew_members to authenticated;

create policy "Foremen and managers read who is in which crew, others themselv" on public.crew_members
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (((select private.my_role())) <> 'employee' or employee_id = (select private.my_employee_id())));

create policy "Managers add people to crews" on public.crew_members
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change who is in a crew" on public.crew_members
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers take people out of crews" on public.crew_members
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.crew_members
  for each row execute function private.fill_company_id('crews', 'crew_id');

create or replace trigger keep_creator before insert or update on public.crew_members
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.crew_members
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.crew_members
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.crew_members
  for each row execute function private.record_change();

create or replace function public.my_team() returns table(employee_id uuid, first_name text, last_name text, job_title text, avatar_path text, status text, since timestamptz, project_id uuid, project_name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
begin
  if me.id is null or (me.role = 'employee'
      and not (select c.team_visible from public.companies c where c.id = me.company_id)) then
    return;
  end if;
  return query
    with my_projects as (
      select private.projects_of_member(me.company_id, me.id) as project_id
      union
      -- Without teams, those who worked on the same project this week are the team.
      select t.project_id from public.time_entries t
        where t.company_id = me.company_id and t.employee_id = me.id and t.clock_in > now() - interval '7 days' and t.project_id is not null
    ), colleagues as (
      select e.id from public.employees e where e.company_id = me.company_id and me.role in ('owner', 'manager')
      union
      select m.employee_id from public.project_members m join my_projects p on p.project_id = m.project_id where m.company_id = me.company_id
      union
      select t.employee_id from public.time_entries t join my_projects p on p.project_id = t.project_id
        where t.company_id = me.company_id and t.clock_in > now() - interval '7 days'
      union
      -- The crew somebody leads is theirs on whatever project it works.
      select private.my_crew() where me.role = 'foreman'
    )
    select e.id, e.first_name, e.last_name, e.job_title, pr.avatar_path,
      case when t.id is null then 'out' when b.id is not null then 'break' else 'in' end,
      coalesce(b.started_at, t.clock_in), p.id, p.name
    from colleagues
    join public.employees e on e.company_id = me.company_id and e.id = colleagues.id and e.active
    left join public.profiles pr on pr.id = e.user_id
    left join public.time_entries t on t.company_id = e.company_id and t.employee_id = e.id and t.clock_out is null
    left join public.time_entry_breaks b on b.company_id = t.company_id and b.time_entry_id = t.id and b.ended_at is null
    -- Who works on a project the caller may not read works; on what is not said.
    left join public.projects p on p.company_id = t.company_id and p.id = t.project_id
      and (me.role in ('owner', 'manager') or p.id not in (select private.projects_closed_to_me()))
    order by e.last_name, e.first_name;
end $$;
comment on function public.my_team() is 'Names and on-the-clock status (in, break, out) of those who share a project with the caller and of the crew they lead; of everyone for managers. Employees see nobody where the company switched it off.';
grant execute on function public.my_team() to authenticated;

create or replace function private.crew_refusal(employee_id_param uuid, code_param text, hint_param text, message_param text, detail_param text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('id', employee_id_param, 'code', code_param, 'hint', hint_param, 'name', person.name,
      'message', case when person.name is null or strpos(message_param, person.name) > 0 then message_param else person.name || ': ' || message_param end))
    || case when hint_param like 'clock\_rule\_%' then detail_param::jsonb
      when hint_param = 'project_not_open_to_you' then jsonb_build_object('contacts', private.managers_to_call(private.my_company_id(), employee_id_param))
      else '{}' end
  -- Who is not in the crew is not named.
  from (select case when hint_param <> 'not_your_crew' then private.person_name(private.my_company_id(), employee_id_param) end as name) person;
$$;
comment on function private.crew_refusal(uuid,text,text,text,text) is 'Why one person of a crew could not be clocked, by name; of a rule of the clock also which one, and which certificates are missing.';

create or replace function private.refuse_crew(refusals_param jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  raise exception using errcode = refusals_param #>> '{0,code}', hint = refusals_param #>> '{0,hint}',
    message = (select string_agg(distinct r ->> 'message', ' ') from jsonb_array_elements(refusals_param) r),
    detail = jsonb_build_object('people', (select jsonb_agg(r - 'code') from jsonb_array_elements(refusals_param) r))::text;
end $$;
comment on function private.refuse_crew(jsonb) is 'The error of a call for a crew where nobody could be clocked: that of the first, the others in its detail.';

create or replace function private.clock_crew(action_param text, employee_ids_param uuid[], ids_param uuid[], work_param jsonb default '{}'::jsonb) returns table(employee_id uuid, row_id uuid, result text, hint text, message text, detail jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  moment timestamptz;
  crew uuid[] := array(select c.id from private.my_crew() c (id) where c.id = any (employee_ids_param));
  person public.employees;
  refusals jsonb := '[]';
  code text;
  broken text;
  cause text;
  position integer;
begin
  perform private.lock_people(private.my_company_id(), crew);
  moment := clock_timestamp();
  for position in 1 .. coalesce(array_length(employee_ids_param, 1), 0) loop
    employee_id := employee_ids_param[position];
    hint := null;
    message := null;
    detail := null;
    begin
      select * into person from public.employees e where e.company_id = private.my_company_id() and e.id = employee_id and e.id = any (crew);
      if person.id is null then
        raise exception using errcode = '42501', hint = 'not_your_crew', message = 'Someone on this list is not in your crew.';
      end if;
      if action_param = 'in' then
        select o.id, o.result into row_id, result from private.start_of_crew(person, ids_param[position], work_param, moment) o;
      elsif action_param = 'switch' then
        select o.id, o.result into row_id, result from private.switch_of_crew(person, ids_param[position], work_param, moment) o;
      elsif action_param = 'out' then
        select o.id, o.result into row_id, result from private.stop_of_crew(person, (work_param ->> 'ended_at')::timestamptz, moment) o;
      elsif action_param = 'start_break' then
        select o.id, o.result into row_id, result from private.start_break_of_crew(person, ids_param[position], work_param ->> 'kind', moment) o;
      else
        select o.id, o.result into row_id, result from private.end_break_of_crew(person) o;
      end if;
    exception when raise_exception or integrity_constraint_violation or insufficient_privilege then
      -- This person only: nobody stops a crew.
      get stacked diagnostics code = returned_sqlstate, hint = pg_exception_hint, broken = constraint_name,
        message = message_text, cause = pg_exception_detail;
      detail := private.crew_refusal(employee_id, code, coalesce(nullif(hint, ''), nullif(broken, ''), 'other'), message, cause);
      refusals := refusals || detail;
      row_id := null;
      result := 'refused';
      hint := detail ->> 'hint';
      message := detail ->> 'message';
      detail := detail - '{id,code,hint,message}'::text[];
    end;
    return next;
  end loop;
  if refusals <> '[]' and jsonb_array_length(refusals) = cardinality(employee_ids_param) then
    perform private.refuse_crew(refusals);
  end if;
end $$;
comment on function private.clock_crew(text,uuid[],uuid[],jsonb) is 'Starts, switches or stops the clock, or starts or ends a break, of everybody on a list: in, switch, out, start_break, end_break. Whoever cannot be done is a row refused with the reason and keeps nobody else; where nobody could be done the call fails.';

create or replace function private.my_crew() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if me.role in ('owner', 'manager') then
    return query select e.id from public.employees e where e.company_id = me.company_id and e.active;
  elsif me.role = 'foreman' then
    return query
      select e.id
      from private.projects_of_member(me.company_id, me.id) part
      join public.project_members theirs on theirs.company_id = me.company_id and theirs.project_id = part
      join public.employees e on e.company_id = theirs.company_id and e.id = theirs.employee_id and e.active
      union
      select e.id
      from public.crews c
      join public.crew_members m on m.company_id = c.company_id and m.crew_id = c.id
      join public.employees e on e.company_id = m.company_id and e.id = m.employee_id and e.active
      where c.company_id = me.company_id and c.foreman_id = me.id
        and daterange(m.from_date, m.to_date, '[]') @> (now() at time zone private.zone_of(c.company_id, null))::date;
  end if;
end $$;
comment on function private.my_crew() is 'Whom the caller may clock in and out: of a foreman the crew, and the teams of their projects and of the phases below.';

create or replace function private.require_crew(crew_id_param uuid) returns public.crews
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  crew public.crews;
begin
  if me.role = 'employee' then
    raise exception using errcode = '42501', hint = 'foremen_only', message = 'Only foremen and managers may do this.';
  end if;
  select * into crew from public.crews c where c.company_id = me.company_id and c.id = crew_id_param;
  if crew.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This crew was not found.';
  end if;
  if me.role = 'foreman' and crew.foreman_id is distinct from me.id then
    raise exception using errcode = '42501', hint = 'not_your_crew', message = 'This is not your crew.';
  end if;
  return crew;
end $$;
comment on function private.require_crew(uuid) is 'The crew, for its foreman and for managers.';

create or replace function private.require_foreman() returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if me.role not in ('owner', 'manager', 'foreman') then
    raise exception using errcode = '42501', hint = 'foremen_only', message = 'Only foremen, managers and owners may do this.';
  end if;
  return me;
end $$;

create or replace function private.require_foreman_or_right(right_param text) returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  if me.role = 'employee' and not private.has_right(right_param) then
    raise exception using errcode = '42501', hint = 'foremen_only', message = 'Only foremen, managers and owners may do this.';
  end if;
  return me;
end $$;
comment on function private.require_foreman_or_right(text) is 'As private.require_foreman(), and for whom a role of the company''s own gives this right. Whoever calls it narrows what is shown to the crew or to private.scope_of().';

create or replace function private.my_crew_ids() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(m.crew_id), '{}') from public.crew_members m
  where m.company_id = (select private.my_company_id()) and m.employee_id = (select private.my_employee_id())
    and (m.to_date is null or m.to_date >= current_date - 1);
$$;
grant execute on function private.my_crew_ids() to authenticated, service_role;

create or replace function private.leads_on(employee_id_param uuid, day_param date) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.leads_a_crew() and exists (
    select from public.crew_members m join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
    where m.company_id = (select private.my_company_id()) and m.employee_id = employee_id_param
      and c.foreman_id = (select private.my_employee_id()) and daterange(m.from_date, m.to_date, '[]') @> day_param);
$$;
comment on function private.leads_on(uuid,date) is 'Whether the caller is the foreman of a crew this person was in on that day. For one row; policies and lists spell it out.';
grant execute on function private.leads_on(uuid,date) to authenticated, service_role;

create or replace function private.leads_a_crew() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select private.my_role()) = 'foreman', false) and exists (
    select from public.crews c
    where c.company_id = (select private.my_company_id()) and c.foreman_id = (select private.my_employee_id()));
$$;
comment on function private.leads_a_crew() is 'Whether the caller is a foreman with a crew; asked once per statement before any row is.';
grant execute on function private.leads_a_crew() to authenticated, service_role;
