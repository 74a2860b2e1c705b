create table public.approval_chains (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  project_id uuid,
  group_id uuid,
  override_allowed boolean default true not null,
  remind_after_days smallint default 1,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint approval_chains_pkey primary key (company_id, id),
  constraint approval_chains_one_per_place unique nulls not distinct (company_id, project_id, group_id),
  constraint approval_chains_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint approval_chains_one_kind check (project_id is null or group_id is null),
  constraint approval_chains_remind_range check (remind_after_days >= 0 and remind_after_days <= 30),
  constraint approval_chains_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint approval_chains_group foreign key (company_id, group_id) references public.employee_groups(company_id, id),
  constraint approval_chains_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.approval_chains');
create index approval_chains_by_group on public.approval_chains (company_id, group_id) where group_id is not null;
comment on table public.approval_chains is 'Who approves time one after the other: for a project with its phases, a group of people, or for all time of the company that has no nearer chain. Written by save_approval_chain, so that none is without steps.';
comment on column public.approval_chains.project_id is 'With its phases; null with no group either: the chain of the company.';
comment on column public.approval_chains.group_id is 'Time of these people on projects that have no chain.';
comment on column public.approval_chains.override_allowed is 'Whether managers and owners may approve past open steps, with a reason that is recorded.';
comment on column public.approval_chains.remind_after_days is 'From how many days after the work those who must decide are reminded each morning; null: never.';
alter table public.approval_chains enable row level security;
grant select, delete on table public.approval_chains to authenticated;

create policy "Employees read the approval chains of their company" on public.approval_chains
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Owners delete approval chains" on public.approval_chains
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));

create or replace trigger keep_creator before insert or update on public.approval_chains
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.approval_chains
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.approval_chains
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.approval_chains
  for each row execute function private.record_change();

create table public.approval_steps (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  chain_id uuid not null,
  level smallint not null,
  name text,
  decider text not null,
  role text,
  employee_id uuid,
  company_role_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint approval_steps_pkey primary key (company_id, id),
  constraint approval_steps_once unique nulls not distinct (company_id, chain_id, decider, role, employee_id, company_role_id),
  constraint approval_steps_company_role check ((decider = 'company_role') = (company_role_id is not null)),
  constraint approval_steps_decider_known check (decider in ('crew_foreman', 'project_manager', 'role', 'person', 'company_role')),
  constraint approval_steps_level_range check (level >= 1 and level <= 10),
  constraint approval_steps_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 60),
  constraint approval_steps_person check ((decider = 'person') = (employee_id is not null)),
  constraint approval_steps_role check ((decider = 'role') = (role is not null)),
  constraint approval_steps_role_known check (role in ('manager', 'owner')),
  constraint approval_steps_chain foreign key (company_id, chain_id) references public.approval_chains(company_id, id) on delete cascade,
  constraint approval_steps_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint approval_steps_role_of_company foreign key (company_id, company_role_id) references public.company_roles(company_id, id)
);
select private.refuse_non_finite('public.approval_steps');
create index approval_steps_by_company_role on public.approval_steps (company_id, company_role_id) where company_role_id is not null;
create index approval_steps_by_employee on public.approval_steps (company_id, employee_id) where employee_id is not null;
comment on table public.approval_steps is 'The steps of approval chains. Those of one level are decided in any order; a level opens when all of the one before are done.';
comment on column public.approval_steps.name is 'What the company calls the step, such as Payroll; null: who decides.';
comment on column public.approval_steps.decider is 'crew_foreman: who led the person''s crew on that day; project_manager: of the project or what it is a part of; role; person; company_role: whoever has that role of the company''s own.';
comment on column public.approval_steps.role is 'manager means owners too.';
alter table public.approval_steps enable row level security;
grant select on table public.approval_steps to authenticated;

create policy "Employees read the steps of their company's chains" on public.approval_steps
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create or replace trigger keep_creator before insert or update on public.approval_steps
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.approval_steps
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.approval_steps
  for each row execute function private.record_change();

create or replace function public.save_approval_chain(id_param uuid, name_param text, project_id_param uuid, group_id_param uuid, steps_param jsonb, override_allowed_param boolean default true, remind_after_days_param integer default 1, based_on_param jsonb default null::jsonb) returns public.approval_chains
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_owner();
  chain public.approval_chains;
  sent constant jsonb := jsonb_build_object('name', btrim(name_param), 'project_id', project_id_param,
    'group_id', group_id_param, 'override_allowed', override_allowed_param, 'remind_after_days', remind_after_days_param);
begin
  perform private.check_steps(company, steps_param);
  if project_id_param is not null and not exists (select from public.projects p where p.company_id = company and p.id = project_id_param) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This project was not found.';
  elsif group_id_param is not null and not exists (select from public.employee_groups g where g.company_id = company and g.id = group_id_param) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This group was not found.';
  elsif exists (select from public.approval_chains c where c.company_id = company and c.id is distinct from id_param
      and (c.project_id, c.group_id) is not distinct from (project_id_param, group_id_param)) then
    raise exception using errcode = 'P0001', hint = 'approval_chains_one_per_place', message = 'There is a chain for this already. Change that one.';
  end if;
  -- What waits follows the chain: nobody decides while it changes.
  perform private.lock_time_exclusive(company);
  select * into chain from public.approval_chains c where c.company_id = company and c.id = id_param for update;
  if chain.id is not null and nullif(based_on_param, 'null') is not null then
    perform private.require_unchanged('approval_chains', chain.id, to_jsonb(chain), based_on_param, sent);
  end if;
  insert into public.approval_chains as c (company_id, id, name, project_id, group_id, override_allowed, remind_after_days)
    values (company, coalesce(id_param, gen_random_uuid()), btrim(name_param), project_id_param, group_id_param, coalesce(override_allowed_param, true), remind_after_days_param)
    on conflict on constraint approval_chains_pkey do update set name = excluded.name, project_id = excluded.project_id, group_id = excluded.group_id,
      override_allowed = excluded.override_allowed, remind_after_days = excluded.remind_after_days
    returning * into chain;

  -- A step that stays, with who decides it, keeps what was approved there.
  delete from public.approval_steps s where s.company_id = company and s.chain_id = chain.id
    and not exists (select from private.steps_read(steps_param) n where private.is_same_step(s, n));
  update public.approval_steps s set level = n.level, name = n.name from private.steps_read(steps_param) n
    where s.company_id = company and s.chain_id = chain.id and private.is_same_step(s, n);
  insert into public.approval_steps (company_id, chain_id, level, name, decider, role, employee_id, company_role_id)
    select company, chain.id, n.level, n.name, n.decider, n.role, n.employee_id, n.company_role_id from private.steps_read(steps_param) n
    where not exists (select from public.approval_steps s where s.company_id = company and s.chain_id = chain.id and private.is_same_step(s, n));
  -- With a step less, some time may have passed all of them.
  perform private.finish_days(company, null, private.first_open_day(company), private.last_today(company));
  return chain;
end $$;
comment on function public.save_approval_chain(uuid,text,uuid,uuid,jsonb,boolean,integer,jsonb) is 'Owner: makes or changes a chain with its steps, [{"level", "name", "decider", "role", "employee_id", "company_role_id"}]. A step that stays keeps what was approved there. based_on as in save_changes.';
grant execute on function public.save_approval_chain(uuid,text,uuid,uuid,jsonb,boolean,integer,jsonb) to authenticated;

create or replace function private.steps_read(steps_param jsonb) returns setof public.approval_steps
language sql immutable set search_path = '' as $$
  -- Levels as they follow each other, whatever numbers were sent.
  select null::uuid, null::uuid, null::uuid, (dense_rank() over (order by s.level))::smallint, nullif(btrim(s.name), ''), s.decider,
    case when s.decider = 'role' then s.role end, case when s.decider = 'person' then s.employee_id end,
    case when s.decider = 'company_role' then s.company_role_id end, null::uuid, null::timestamptz
  from jsonb_to_recordset(steps_param) as s (level integer, name text, decider text, role text, employee_id uuid, company_role_id uuid);
$$;

create or replace function private.is_same_step(step public.approval_steps, other public.approval_steps) returns boolean
language sql immutable set search_path = '' as $$
  select (step.decider, step.role, step.employee_id, step.company_role_id)
    is not distinct from (other.decider, other.role, other.employee_id, other.company_role_id);
$$;

create or replace function private.check_steps(company_id_param uuid, steps_param jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  stranger text;
begin
  if jsonb_typeof(steps_param) is distinct from 'array' or jsonb_array_length(steps_param) = 0 then
    raise exception using errcode = 'P0001', hint = 'chain_needs_steps', message = 'Add at least one step.';
  elsif jsonb_array_length(steps_param) > 10 then
    raise exception using errcode = 'P0001', hint = 'chain_too_long', message = 'A chain has at most ten steps.';
  elsif exists (select from private.steps_read(steps_param) s group by s.decider, s.role, s.employee_id, s.company_role_id having count(*) > 1) then
    raise exception using errcode = 'P0001', hint = 'chain_step_twice', message = 'The same step is in this chain twice. Remove one.';
  end if;
  select private.person_name(company_id_param, s.employee_id) into stranger from private.steps_read(steps_param) s
    where s.decider = 'person' and not exists (select from public.employees e
      where e.company_id = company_id_param and e.id = s.employee_id and private.can_approve(e)) limit 1;
  if found then
    raise exception using errcode = 'P0001', hint = 'cannot_approve', detail = coalesce(stranger, ''),
      message = 'This person cannot approve: choose an active foreman, manager or owner with an account.';
  elsif exists (select from private.steps_read(steps_param) s where s.decider = 'company_role' and not exists (select from public.company_roles r
      where r.company_id = company_id_param and r.id = s.company_role_id and 'approve_time' = any (r.rights))) then
    raise exception using errcode = 'P0001', hint = 'role_cannot_approve', message = 'This role does not approve time. Give it that right first.';
  end if;
end $$;
comment on function private.check_steps(uuid,jsonb) is 'Refuses a chain without steps, with the same step twice, or with somebody who cannot approve.';

create or replace function private.can_approve(person public.employees) returns boolean
language sql stable set search_path = '' as $$
  select person.active and person.user_id is not null and (person.role <> 'employee' or exists (select from public.company_roles r
    where r.company_id = person.company_id and r.id = person.company_role_id and 'approve_time' = any (r.rights)));
$$;
comment on function private.can_approve(public.employees) is 'Whether somebody can decide a step at all: at work here, with an account, and above employee or with a role that approves time.';

create or replace function private.has_chains(company_id_param uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.approval_chains c where c.company_id = company_id_param);
$$;
comment on function private.has_chains(uuid) is 'Whether a company approves in steps; the one thing asked where it does not.';
