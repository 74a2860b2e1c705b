create table private.session_companies (
  session_id uuid not null,
  company_id uuid not null,
  chosen_at timestamptz default now() not null,
  constraint session_companies_pkey primary key (session_id),
  constraint session_companies_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint session_companies_session_id_fkey foreign key (session_id) references auth.sessions(id) on delete cascade
);
select private.refuse_non_finite('private.session_companies');
create index session_companies_company on private.session_companies (company_id);
comment on table private.session_companies is 'The company a session works in. Each device stays in its own: what is chosen on one moves no other.';
alter table private.session_companies enable row level security;

create or replace function private.add_company_claim(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  session uuid := private.uuid_or_null(event #>> '{claims,session_id}');
  company uuid;
begin
  select e.company_id into company from public.employees e
    left join private.session_companies s on s.session_id = session and s.company_id = e.company_id
    left join public.profiles p on p.id = e.user_id and p.company_id = e.company_id
    where e.user_id = (event ->> 'user_id')::uuid and e.active
    order by s.session_id is null, p.id is null, e.created_at, e.company_id limit 1;
  if company is null then
    return event;
  end if;
  insert into private.session_companies as s (session_id, company_id)
    select session, company where session is not null
    on conflict (session_id) do update set company_id = excluded.company_id, chosen_at = now()
      where s.company_id <> excluded.company_id;
  return jsonb_set(event, '{claims,company_id}', to_jsonb(company));
end $$;
comment on function private.add_company_claim(jsonb) is 'Called by Auth for each access token (auth.hook.custom_access_token): the claim company_id is the company the session chose, else the one the account chose last.';
grant execute on function private.add_company_claim(jsonb) to supabase_auth_admin;

create or replace function private.count_my_companies() returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid := auth.uid();
begin
  if not private.has_passed_second_factor() then
    return 0;
  end if;
  return (select count(*) from public.employees e where e.user_id = account and e.active);
end $$;
comment on function private.count_my_companies() is 'In how many companies the caller works.';

create or replace function public.my_companies() returns table(company_id uuid, company_name text, role text, is_current boolean, running_since timestamptz, unread_notifications bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_passed_second_factor() then
    return;
  end if;
  return query
    select c.id, c.name, e.role, c.id is not distinct from private.my_company_id(),
      (select t.clock_in from public.time_entries t where t.company_id = e.company_id and t.employee_id = e.id and t.clock_out is null),
      (select count(*) from public.notifications n where n.company_id = e.company_id and n.employee_id = e.id and n.read_at is null)
    from public.employees e join public.companies c on c.id = e.company_id
    where e.user_id = auth.uid() and e.active
    order by c.name, c.id;
end $$;
comment on function public.my_companies() is 'Everyone, for themselves: the companies they work in, which of them the session is in, where a clock runs and how many notifications are unread.';
grant execute on function public.my_companies() to authenticated;

create or replace function public.switch_company(company_id_param uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := auth.uid();
  current_session uuid := (select s.id from auth.sessions s where s.user_id = account and s.id::text = auth.jwt() ->> 'session_id');
  chosen public.employees;
begin
  perform private.require_second_factor();
  select * into chosen from public.employees e where e.user_id = account and e.active and e.company_id = company_id_param;
  if chosen.id is null then
    raise exception using errcode = '42501', hint = 'not_in_company', message = 'You do not work in this company.';
  end if;
  if current_session is not null then
    insert into private.session_companies as s (session_id, company_id) values (current_session, chosen.company_id)
      on conflict (session_id) do update set company_id = excluded.company_id, chosen_at = now();
  end if;
  update public.profiles p set role = chosen.role, company_id = chosen.company_id
    where p.id = account and (p.role, p.company_id) is distinct from (chosen.role, chosen.company_id);
  update public.preferences p set company_id = chosen.company_id
    where p.user_id = account and p.company_id is distinct from chosen.company_id;
  return chosen.company_id;
end $$;
comment on function public.switch_company(uuid) is 'Everyone with several companies: this session works in that one from its next access token on (refresh it); the one in hand stays what it is.';
grant execute on function public.switch_company(uuid) to authenticated;
