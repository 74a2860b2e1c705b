create table public.subcontractors (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  name text not null,
  email text,
  language text default 'en' not null,
  first_week_end date not null,
  revoked_at timestamptz,
  last_seen_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint subcontractors_pkey primary key (company_id, id),
  constraint subcontractors_name_length check (char_length(btrim(name)) >= 1 and char_length(name) <= 200),
  constraint subcontractors_email_form check (email = lower(email) and char_length(email) <= 254 and email ~ '^[^[:cntrl:][:space:],;<>"@]+@[^[:cntrl:][:space:],;<>"@]+\.[^[:cntrl:][:space:],;<>"@]+$'),
  constraint subcontractors_language_known check (language in ('en', 'es')),
  constraint subcontractors_contract foreign key (company_id, project_id) references public.public_contracts(company_id, project_id) on delete cascade
);
select private.refuse_non_finite('public.subcontractors');
create unique index subcontractors_name_once on public.subcontractors (company_id, project_id, lower(btrim(name))) where revoked_at is null;
comment on table public.subcontractors is 'Offices of subcontractors that hand in their certified payrolls of a public project by link, without an account. Added and revoked by functions only.';
comment on column public.subcontractors.first_week_end is 'The first week they hand in a report for.';
comment on column public.subcontractors.revoked_at is 'Since when their link opens nothing any more.';
comment on column public.subcontractors.last_seen_at is 'When their page was opened last.';
alter table public.subcontractors enable row level security;
alter publication supabase_realtime add table public.subcontractors;
grant select on table public.subcontractors to authenticated;
grant update (email, language, first_week_end) on public.subcontractors to authenticated;

create policy "Managers read subcontractors" on public.subcontractors
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change subcontractors that are asked" on public.subcontractors
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()) and revoked_at is null)
  with check (company_id = (select private.my_company_id()));

create or replace trigger check_first_week before update of first_week_end on public.subcontractors
  for each row execute function private.check_first_week();

create or replace function private.check_first_week() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_public_contract(new.company_id, new.project_id, new.first_week_end);
  return new;
end $$;
comment on function private.check_first_week() is 'The first week of a subcontractor ends on the day on which weeks of the contract end.';

create or replace trigger fill_company_id before insert on public.subcontractors
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_creator before insert or update on public.subcontractors
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.subcontractors
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update of name, email, language, first_week_end, revoked_at on public.subcontractors
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete on public.subcontractors
  for each row execute function private.record_change();

create or replace trigger zz_record_edit after update on public.subcontractors
  for each row when ((to_jsonb(old) - 'last_seen_at') is distinct from (to_jsonb(new) - 'last_seen_at')) execute function private.record_change();

create table private.subcontractor_links (
  token_hash text not null,
  company_id uuid not null,
  subcontractor_id uuid not null,
  created_at timestamptz default now() not null,
  constraint subcontractor_links_pkey primary key (token_hash),
  constraint subcontractor_links_subcontractor foreign key (company_id, subcontractor_id) references public.subcontractors(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.subcontractor_links');
create index subcontractor_links_by_subcontractor on private.subcontractor_links (company_id, subcontractor_id, created_at);
comment on table private.subcontractor_links is 'Hashes of the links of a subcontractor: each mail has one of its own, and the newest twenty open the page.';
alter table private.subcontractor_links enable row level security;

create or replace function private.make_subcontractor_token(company_id_param uuid, subcontractor_id_param uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  secret constant text := encode(extensions.gen_random_bytes(24), 'hex');
begin
  insert into private.subcontractor_links (token_hash, company_id, subcontractor_id)
    values (private.secret_hash(secret), company_id_param, subcontractor_id_param);
  delete from private.subcontractor_links l
    where l.company_id = company_id_param and l.subcontractor_id = subcontractor_id_param and l.token_hash not in (
      select k.token_hash from private.subcontractor_links k
      where k.company_id = company_id_param and k.subcontractor_id = subcontractor_id_param
      order by (k.token_hash = private.secret_hash(secret)) desc, k.created_at desc limit 20);
  return secret;
end $$;

create or replace function public.invite_subcontractor(project_id_param uuid, name_param text, email_param text, first_week_end_param date, language_param text default 'en'::text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  address constant text := nullif(lower(btrim(email_param)), '');
  sub public.subcontractors;
  secret text;
begin
  perform private.require_public_contract(me.company_id, project_id_param, first_week_end_param);
  if nullif(btrim(name_param), '') is null then
    raise exception using errcode = 'P0001', hint = 'subcontractor_name_required', message = 'Enter the name of the company.';
  end if;
  insert into public.subcontractors (company_id, project_id, name, email, language, first_week_end)
    values (me.company_id, project_id_param, btrim(name_param), address, case language_param when 'es' then 'es' else 'en' end, first_week_end_param)
    returning * into sub;
  secret := private.make_subcontractor_token(me.company_id, sub.id);
  if address is not null then
    perform private.mail_subcontractor(me, sub, 'subcontractor_invitation', secret, '{}');
  end if;
  return jsonb_build_object('id', sub.id, 'token', secret);
end $$;
comment on function public.invite_subcontractor(uuid,text,text,date,text) is 'Managers: a subcontractor hands in its certified payrolls of a public project from a week on, by a link that is mailed where there is an address. {id, token}: the token is shown once and not stored.';
grant execute on function public.invite_subcontractor(uuid,text,text,date,text) to authenticated;

create or replace function private.require_subcontractor(company_id_param uuid, id_param uuid) returns public.subcontractors
language plpgsql security definer set search_path = '' as $$
declare
  sub public.subcontractors;
begin
  select * into sub from public.subcontractors s where s.company_id = company_id_param and s.id = id_param for update;
  if sub.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  elsif sub.revoked_at is not null then
    raise exception using errcode = 'P0001', hint = 'subcontractor_revoked', message = 'The link of this subcontractor was taken back.';
  end if;
  return sub;
end $$;

create or replace function public.new_subcontractor_link(id_param uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  sub public.subcontractors := private.require_subcontractor(me.company_id, id_param);
begin
  return private.make_subcontractor_token(me.company_id, sub.id);
end $$;
comment on function public.new_subcontractor_link(uuid) is 'Managers: one more link of a subcontractor, to hand over otherwise than by mail. Shown once and not stored.';
grant execute on function public.new_subcontractor_link(uuid) to authenticated;

create or replace function public.revoke_subcontractor(id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  update public.subcontractors s set revoked_at = now() where s.company_id = me.company_id and s.id = id_param and s.revoked_at is null;
  if not found and not exists (select from public.subcontractors s where s.company_id = me.company_id and s.id = id_param) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  end if;
  delete from private.subcontractor_links l where l.company_id = me.company_id and l.subcontractor_id = id_param;
end $$;
comment on function public.revoke_subcontractor(uuid) is 'Managers: the links of a subcontractor open nothing from now on. What was handed in stays.';
grant execute on function public.revoke_subcontractor(uuid) to authenticated;

create or replace function public.subcontractor_weeks(project_id_param uuid) returns table(subcontractor_id uuid, week_end date, state text, report_id uuid, version integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  return query
    select s.id, w.week_end, w.state, w.report_id, w.version
    from public.subcontractors s
    cross join lateral private.weeks_of_subcontractor(s) w
    where s.company_id = me.company_id and s.project_id = project_id_param
    order by w.week_end, s.name, s.id;
end $$;
comment on function public.subcontractor_weeks(uuid) is 'Managers: the weeks that each subcontractor of a public project hands in a report for, with the newest version of each: handed_in, accepted, returned, open (the week ended within seven days) or missing.';
grant execute on function public.subcontractor_weeks(uuid) to authenticated;

create or replace function private.weeks_of_subcontractor(sub public.subcontractors) returns table(week_end date, state text, report_id uuid, version integer)
language sql stable security definer set search_path = '' as $$
  with today as (
    select private.today_at(sub.company_id, sub.project_id) as day
  ), newest as (
    select distinct on (r.week_end) r.week_end, r.id, r.version, r.status, r.final
    from public.subcontractor_reports r
    where r.company_id = sub.company_id and r.subcontractor_id = sub.id and (r.path is null or r.uploaded_at is not null)
    order by r.week_end, r.version desc
  ), last_week as (
    select min(n.week_end) as week_end from newest n where n.final and n.status <> 'returned'
  )
  select w.day, coalesce(n.status, case when w.day + 7 < t.day then 'missing' else 'open' end), n.id, n.version
  from today t
  cross join lateral (
    -- Who is not asked any more is missing nothing; what was handed in stays on the board.
    select g::date as day from generate_series(sub.first_week_end,
      least(t.day, coalesce((select l.week_end from last_week l), t.day), coalesce((sub.revoked_at at time zone 'utc')::date, t.day)), interval '7 days') g
    union
    select n.week_end from newest n
  ) w
  left join newest n on n.week_end = w.day
  order by w.day desc limit 260;
$$;
comment on function private.weeks_of_subcontractor(public.subcontractors) is 'Weeks from the first one to the last that is over, or to the final report; five years at most.';

create or replace function public.mail_missing_subcontractors(ids_param uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  sub public.subcontractors;
  weeks text[];
  mailed integer := 0;
begin
  for sub in
    select * from public.subcontractors s
    where s.company_id = me.company_id and s.id = any (ids_param) and s.revoked_at is null and s.email is not null
    order by s.id for update
  loop
    weeks := array(select to_char(w.week_end, 'MM/DD/YYYY') from private.weeks_of_subcontractor(sub) w where w.state in ('missing', 'returned') order by w.week_end);
    if cardinality(weeks) > 0 then
      perform private.mail_subcontractor(me, sub, 'subcontractor_missing', private.make_subcontractor_token(me.company_id, sub.id),
        jsonb_build_object('count', cardinality(weeks), 'weeks', array_to_string(weeks, ', ')));
      mailed := mailed + 1;
    end if;
  end loop;
  return mailed;
end $$;
comment on function public.mail_missing_subcontractors(uuid[]) is 'Managers: mails these subcontractors their link and which weeks are missing or were returned. Answers how many were mailed: those without an address or with nothing missing are not.';
grant execute on function public.mail_missing_subcontractors(uuid[]) to authenticated;

create or replace function private.mail_subcontractor(sender public.employees, sub public.subcontractors, template_param text, token_param text, data_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_handoff_mail(sub.company_id, template_param, sub.email, sub.language,
    jsonb_build_object('first_name', sub.name, 'company_name', (select c.name from public.companies c where c.id = sub.company_id),
      'sender_name', btrim(concat_ws(' ', sender.first_name, sender.last_name)),
      'project_name', (select p.name from public.projects p where p.company_id = sub.company_id and p.id = sub.project_id), 'token', token_param) || data_param,
    sub.project_id, null, sub.id, null);
end $$;
