create table public.site_visits (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  kind text not null,
  name text not null,
  company_name text,
  trade text,
  phone text,
  visiting text,
  plate text,
  headcount integer default 1 not null,
  agreed_at timestamptz,
  work_date date not null,
  signed_in_at timestamptz not null,
  how_in text not null,
  signed_out_at timestamptz,
  how_out text,
  closed_at timestamptz,
  note text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint site_visits_pkey primary key (company_id, id),
  constraint site_visits_kind_known check (kind in ('visitor', 'subcontractor')),
  constraint site_visits_name_length check (char_length(btrim(name)) between 1 and 120),
  constraint site_visits_company_name check (char_length(btrim(company_name)) between 1 and 120 and (kind = 'visitor' or company_name is not null)),
  constraint site_visits_text_length check (char_length(trade) <= 120 and char_length(phone) <= 40 and char_length(visiting) <= 120 and char_length(plate) <= 20 and char_length(note) <= 500),
  constraint site_visits_headcount_range check (headcount between 1 and 200),
  constraint site_visits_how_in_known check (how_in in ('kiosk', 'qr', 'office', 'foreman')),
  constraint site_visits_how_out_known check (how_out in ('kiosk', 'qr', 'office', 'foreman', 'automatic')),
  constraint site_visits_end check ((signed_out_at is not null) = coalesce(how_out <> 'automatic', false)),
  constraint site_visits_closed check (how_out is distinct from 'automatic' or closed_at is not null),
  constraint site_visits_day_at_most check (signed_out_at between signed_in_at and signed_in_at + interval '24 hours'),
  constraint site_visits_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint site_visits_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.site_visits');
create index site_visits_by_day on public.site_visits (company_id, project_id, work_date desc);
create index site_visits_open on public.site_visits (company_id, project_id) where how_out is null;
comment on table public.site_visits is 'Visitors and people of subcontractors who signed in at a site. In the roll call while they are there; the hours of subcontractors are offered to the field report; nowhere else. Written by functions, deleted by managers and by retention.';
comment on column public.site_visits.company_name is 'As the company knows the subcontractor, where what was typed is the same but for case and spaces.';
comment on column public.site_visits.visiting is 'Whom they visit.';
comment on column public.site_visits.headcount is 'With those who came along and are not named.';
comment on column public.site_visits.agreed_at is 'When they agreed to the rules of the site; null: they were not asked.';
comment on column public.site_visits.work_date is 'The day they came, by the clock of the project.';
comment on column public.site_visits.how_out is 'Null: on site. automatic: did not sign out; then signed_out_at is null, and nobody knows the hours until a person says when they left.';
comment on column public.site_visits.closed_at is 'When it was closed because the day was over.';
alter table public.site_visits enable row level security;
alter publication supabase_realtime add table public.site_visits;
grant select, delete on table public.site_visits to authenticated;

create policy "Foremen read who signed in at projects they see, managers all" on public.site_visits
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.my_role())) <> 'employee' and ((select private.is_manager()) or not (project_id in (select private.projects_closed_to_me()))));

create policy "Managers delete visits" on public.site_visits
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger keep_identity before update on public.site_visits
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.site_visits
  for each row execute function private.touch_updated_at();

-- The history has no names, numbers or plates: what retention deletes is gone.
create or replace trigger zz_record_change after insert or delete or update on public.site_visits
  for each row execute function private.record_change('name', 'phone', 'visiting', 'plate', 'note');

create table private.site_visit_secrets (
  company_id uuid not null,
  visit_id uuid not null,
  link_id uuid not null,
  secret_hash text not null,
  created_at timestamptz default now() not null,
  constraint site_visit_secrets_pkey primary key (company_id, visit_id),
  constraint site_visit_secrets_visit foreign key (company_id, visit_id) references public.site_visits(company_id, id) on delete cascade,
  constraint site_visit_secrets_link foreign key (company_id, link_id) references public.site_sign_in_links(company_id, id)
);
select private.refuse_non_finite('private.site_visit_secrets');
create index site_visit_secrets_by_link on private.site_visit_secrets (company_id, link_id, created_at desc);
comment on table private.site_visit_secrets is 'Hashes of what the phone of a visitor shows its own visit with, and the link it was made by.';
alter table private.site_visit_secrets enable row level security;

create or replace function private.site_company_name(company_id_param uuid, project_id_param uuid, name_param text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select k.name from (
      select btrim(s.name) as name, s.project_id = project_id_param as here, 1 as place, s.created_at from public.subcontractors s
      where s.company_id = company_id_param and lower(regexp_replace(btrim(s.name), '\s+', ' ', 'g')) = lower(t.typed)
      union all
      -- As the first one of this company wrote it.
      (select v.company_name, true, 2, v.created_at from public.site_visits v
        where v.company_id = company_id_param and v.project_id = project_id_param and lower(v.company_name) = lower(t.typed) order by v.created_at limit 1)) k
    where char_length(k.name) <= 120
    order by k.place, k.here desc, k.created_at limit 1), t.typed)
  from (select left(nullif(btrim(regexp_replace(name_param, '\s+', ' ', 'g')), ''), 120) as typed) t;
$$;
comment on function private.site_company_name(uuid,uuid,text) is 'What a visitor typed as their company, as the company calls the subcontractor where it is the same name; null for nothing.';

create or replace function private.add_site_visit(company_id_param uuid, project_id_param uuid, how_param text, visit_param jsonb) returns public.site_visits
language plpgsql security definer set search_path = '' as $$
declare
  kind constant text := coalesce(visit_param ->> 'kind', '');
  company constant text := private.site_company_name(company_id_param, project_id_param, visit_param ->> 'company_name');
  visit_id uuid;
  people numeric;
  arrived timestamptz;
  visit public.site_visits;
begin
  visit_id := coalesce((visit_param ->> 'id')::uuid, gen_random_uuid());
  people := coalesce((visit_param ->> 'headcount')::numeric, 1);
  -- A clock that is fast says now.
  arrived := least(coalesce((visit_param ->> 'happened_at')::timestamptz, now()), now());
  if nullif(btrim(visit_param ->> 'name'), '') is null then
    raise exception using errcode = 'P0001', hint = 'site_name_required', message = 'Enter your name.';
  elsif kind not in ('visitor', 'subcontractor') then
    raise exception using errcode = 'P0001', hint = 'site_kind_required', message = 'Choose visitor or subcontractor.';
  elsif kind = 'subcontractor' and company is null then
    raise exception using errcode = 'P0001', hint = 'site_company_required', message = 'Enter the company you work for.';
  elsif people <> trunc(people) or people not between 1 and 200 then
    raise exception using errcode = 'P0001', hint = 'site_headcount', message = 'Enter how many people, from 1 to 200.';
  elsif arrived < now() - interval '3 days' then
    raise exception using errcode = 'P0001', hint = 'site_visit_too_old', message = 'This sign-in is more than three days old. Ask the foreman to enter it.';
  end if;
  insert into public.site_visits (company_id, id, project_id, kind, name, company_name, trade, phone, visiting, plate, headcount, agreed_at, work_date, signed_in_at, how_in)
    values (company_id_param, visit_id, project_id_param, kind, left(btrim(visit_param ->> 'name'), 120), company,
      left(nullif(btrim(visit_param ->> 'trade'), ''), 120), left(nullif(btrim(visit_param ->> 'phone'), ''), 40),
      left(nullif(btrim(visit_param ->> 'visiting'), ''), 120), left(nullif(upper(btrim(visit_param ->> 'plate')), ''), 20),
      people::integer, case when visit_param -> 'agreed' = 'true' then arrived end,
      (arrived at time zone private.zone_of(company_id_param, project_id_param))::date, arrived, how_param)
    -- Sent a second time: what was stored stays.
    on conflict on constraint site_visits_pkey do nothing returning * into visit;
  if visit.id is null then
    select * into visit from public.site_visits v where v.company_id = company_id_param and v.id = visit_id and v.project_id = project_id_param;
  end if;
  return visit;
exception when invalid_text_representation or invalid_datetime_format or datetime_field_overflow or numeric_value_out_of_range then
  raise exception using errcode = 'P0001', hint = 'invalid_site_visit', message = 'This sign-in cannot be read.';
end $$;
comment on function private.add_site_visit(uuid,uuid,text,jsonb) is 'Signs somebody in at a site, once for an id, at the time the device says: up to three days ago, never in the future. Null: another project has a visit with this id.';

create or replace function private.end_site_visit(visit public.site_visits, how_param text, at_param timestamptz) returns public.site_visits
language plpgsql security definer set search_path = '' as $$
declare
  left_at constant timestamptz := greatest(least(coalesce(at_param, now()), now()), visit.signed_in_at);
begin
  -- The first sign-out stays. Pressed after the day was closed, it says nothing about when they left.
  if visit.how_out is null or visit.how_out = 'automatic' and left_at < visit.closed_at then
    update public.site_visits v
      set signed_out_at = case when left_at <= v.signed_in_at + interval '24 hours' then left_at end,
        how_out = case when left_at <= v.signed_in_at + interval '24 hours' then how_param else 'automatic' end,
        closed_at = case when left_at <= v.signed_in_at + interval '24 hours' then v.closed_at else now() end
      where v.company_id = visit.company_id and v.id = visit.id returning * into visit;
  end if;
  return visit;
end $$;
comment on function private.end_site_visit(public.site_visits,text,timestamp with time zone) is 'Signs somebody out at the time the device says. Nobody was on site for over a day: such a visit is closed without a time.';

create or replace function public.sign_in_visitor(project_id_param uuid, visit_param jsonb) returns public.site_visits
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_site_project(project_id_param);
begin
  return private.add_site_visit(me.company_id, project_id_param, case me.role when 'foreman' then 'foreman' else 'office' end, visit_param);
end $$;
comment on function public.sign_in_visitor(uuid,jsonb) is 'Foremen of the project, managers: signs a visitor or somebody of a subcontractor in ({id, kind, name, company_name, trade, phone, visiting, plate, headcount, happened_at}). Idempotent by id.';
grant execute on function public.sign_in_visitor(uuid,jsonb) to authenticated;

create or replace function private.require_site_project(project_id_param uuid) returns public.employees
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
begin
  if not exists (select from public.projects p where p.company_id = me.company_id and p.id = project_id_param
      and (me.role <> 'foreman' or p.id not in (select private.projects_closed_to_me()))) then
    raise exception using errcode = 'P0001', hint = 'project_unknown', message = 'This project does not exist.';
  end if;
  return me;
end $$;

create or replace function public.sign_out_visitor(id_param uuid, at_param timestamptz default null::timestamptz, note_param text default null::text) returns public.site_visits
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
  -- A phone whose clock is a little ahead says now.
  left_at constant timestamptz := case when at_param > now() and at_param < now() + interval '5 minutes' then now() else coalesce(at_param, now()) end;
  visit public.site_visits;
begin
  select * into visit from public.site_visits v where v.company_id = me.company_id and v.id = id_param
    and (me.role <> 'foreman' or v.project_id not in (select private.projects_closed_to_me())) for update;
  if visit.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  elsif at_param is null and visit.how_out is not null and visit.how_out <> 'automatic' then
    return visit;
  elsif left_at not between visit.signed_in_at and least(now(), visit.signed_in_at + interval '24 hours') then
    raise exception using errcode = 'P0001', hint = 'site_visit_time', message = 'Enter a time after they came, within 24 hours and not in the future.';
  end if;
  update public.site_visits v set signed_out_at = left_at, how_out = case me.role when 'foreman' then 'foreman' else 'office' end,
      note = coalesce(left(nullif(btrim(note_param), ''), 500), v.note)
    where v.company_id = visit.company_id and v.id = visit.id returning * into visit;
  return visit;
end $$;
comment on function public.sign_out_visitor(uuid,timestamp with time zone,text) is 'Foremen of the project, managers: says when somebody left a site, now or at a time; also of those who did not sign out, whose hours count from then on.';
grant execute on function public.sign_out_visitor(uuid,timestamp with time zone,text) to authenticated;

create or replace function public.site_visits_now(project_id_param uuid default null::uuid) returns table(id uuid, project_id uuid, project_name text, kind text, name text, company_name text, trade text, phone text, visiting text, headcount integer, since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_foreman_or_right('see_locations');
  scope private.right_scope := case when me.company_role_id is not null then private.scope_of('see_locations') end;
begin
  return query
    select v.id, v.project_id, p.name, v.kind, v.name, v.company_name, v.trade, v.phone, v.visiting, v.headcount, v.signed_in_at
    from public.site_visits v
    join public.projects p on p.company_id = v.company_id and p.id = v.project_id
    where v.company_id = me.company_id and v.how_out is null
      and (project_id_param is null or v.project_id in (select private.project_branch(project_id_param, me.company_id)))
      and (me.role in ('owner', 'manager') or me.role = 'foreman' and v.project_id not in (select private.projects_closed_to_me())
        or (scope).everyone is not null and private.covers_project(scope, v.project_id))
    order by p.name, v.kind, v.company_name nulls last, v.name, v.id;
end $$;
comment on function public.site_visits_now(uuid) is 'The part of the roll call beside on_site_now: visitors and people of subcontractors who signed in at a project or its phases and have not left; null is every project the caller may see.';
grant execute on function public.site_visits_now(uuid) to authenticated;

create or replace function private.close_site_visits(moment_param timestamptz default now()) returns bigint
language sql security definer set search_path = '' as $$
  with gone as (
    update public.site_visits v set how_out = 'automatic', closed_at = moment_param
    where v.how_out is null and (moment_param at time zone private.zone_of(v.company_id, v.project_id))::date > v.work_date
      -- Who came in the evening is still in the roll call at night.
      and v.signed_in_at < moment_param - interval '8 hours'
    returning 1)
  select count(*) from gone;
$$;
comment on function private.close_site_visits(timestamp with time zone) is 'Closes visits whose day is over, eight hours after they began at the earliest, without a time of leaving.';
select cron.schedule('site-visits', '*/10 * * * *', 'select private.close_site_visits()');

create or replace trigger verify_site_visits after insert or delete or update of how_out on public.site_visits
  for each row execute function private.verify_site_visits();

create or replace function private.verify_site_visits() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  visit public.site_visits := case when tg_op = 'DELETE' then old else new end;
  -- One item for a day on a site, however many left without signing out.
  subject constant uuid := md5(visit.project_id || ' ' || visit.work_date)::uuid;
  count_open integer;
begin
  if tg_op <> 'INSERT' and (old.how_out = 'automatic' or visit.how_out = 'automatic') then
    count_open := (select count(*) from public.site_visits v where v.company_id = visit.company_id and v.project_id = visit.project_id
      and v.work_date = visit.work_date and v.how_out = 'automatic');
    if count_open = 0 then
      perform private.settle_verifications(visit.company_id, '{visit_not_signed_out}', array[subject]);
    else
      perform private.open_verification(visit.company_id, 'visit_not_signed_out', subject, null, visit.project_id, visit.closed_at,
        count_open || ' did not sign out of the site on ' || visit.work_date, jsonb_build_object('count', count_open, 'work_date', visit.work_date));
      update public.verifications v set detail = jsonb_build_object('count', count_open, 'work_date', visit.work_date),
          summary = count_open || ' did not sign out of the site on ' || visit.work_date
        where v.company_id = visit.company_id and v.kind = 'visit_not_signed_out' and v.subject_id = subject and v.status = 'open'
          and v.detail -> 'count' is distinct from to_jsonb(count_open);
    end if;
  end if;
  return null;
end $$;
comment on function private.verify_site_visits() is 'Keeps the item about those who did not sign out: how many and which day, no names.';

create or replace function private.subcontractor_hours(company_id_param uuid, project_id_param uuid, work_date_param date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('company_name', c.company_name, 'trade', c.trade, 'people', c.people, 'seconds', c.seconds,
    'on_site', c.on_site, 'unknown', c.unknown) order by c.company_name), '[]')
  from (
    select p.company_name, nullif(string_agg(distinct p.trade, ', '), '') as trade, sum(p.people)::integer as people, sum(p.seconds)::bigint as seconds,
      sum(p.people) filter (where p.on_site)::integer as on_site, sum(p.people) filter (where p.unknown and not p.on_site)::integer as unknown
    from (
      -- Who comes back after lunch is one person.
      select v.company_name, lower(v.name) as name, string_agg(distinct v.trade, ', ') as trade, max(v.headcount) as people,
        coalesce(sum(v.headcount * extract(epoch from v.signed_out_at - v.signed_in_at)), 0) as seconds,
        bool_or(v.how_out is null) as on_site, bool_or(v.how_out = 'automatic') as unknown
      from public.site_visits v
      where v.company_id = company_id_param and v.project_id = project_id_param and v.work_date = work_date_param and v.kind = 'subcontractor'
      group by 1, 2) p
    group by 1) c;
$$;
comment on function private.subcontractor_hours(uuid,uuid,date) is 'People and hours of each subcontractor at a project on a day, from who signed in and out; on_site and unknown are people whose hours are not known yet. No names of people.';

create or replace function private.portal_visitors(link public.portal_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', v.name, 'kind', v.kind, 'company_name', v.company_name, 'headcount', v.headcount, 'since', v.signed_in_at)
    order by v.signed_in_at, v.name), '[]')
  from public.site_visits v
  where v.company_id = link.company_id and v.how_out is null
    and v.project_id in (select s.project_id from public.site_sign_in_settings s
      where s.company_id = link.company_id and s.in_portal and s.project_id in (select private.portal_projects(link)));
$$;
comment on function private.portal_visitors(public.portal_links) is 'Who signed in at the project of a link, where the company shows it, and has not left: names and companies, no telephone numbers and no plates.';
