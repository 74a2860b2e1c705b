create table public.site_sign_in_settings (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  at_kiosk boolean default true not null,
  in_portal boolean default false not null,
  rules text default '' not null,
  rules_es text default '' not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint site_sign_in_settings_pkey primary key (company_id, id),
  constraint site_sign_in_settings_once unique (company_id, project_id),
  constraint site_sign_in_settings_rules_length check (char_length(rules) <= 4000 and char_length(rules_es) <= 4000),
  constraint site_sign_in_settings_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.site_sign_in_settings');
comment on table public.site_sign_in_settings is 'Projects where visitors and subcontractors sign in, and how.';
comment on column public.site_sign_in_settings.at_kiosk is 'Whether the kiosks of the project offer it.';
comment on column public.site_sign_in_settings.in_portal is 'Whether links for outsiders that show the roll call show who signed in, too.';
comment on column public.site_sign_in_settings.rules is 'The rules of the site that who signs in agrees to; empty: nothing is asked.';
alter table public.site_sign_in_settings enable row level security;
alter publication supabase_realtime add table public.site_sign_in_settings;
grant select on table public.site_sign_in_settings to authenticated;
grant insert (company_id, project_id, at_kiosk, in_portal, rules, rules_es), update (at_kiosk, in_portal, rules, rules_es) on table public.site_sign_in_settings to authenticated;

create policy "Foremen read how people sign in at projects they see, managers all" on public.site_sign_in_settings
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.my_role())) <> 'employee' and ((select private.is_manager()) or not (project_id in (select private.projects_closed_to_me()))));

create policy "Managers switch on site sign-in" on public.site_sign_in_settings
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change site sign-in" on public.site_sign_in_settings
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create or replace trigger fill_company_id before insert on public.site_sign_in_settings
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_creator before insert or update on public.site_sign_in_settings
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.site_sign_in_settings
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.site_sign_in_settings
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.site_sign_in_settings
  for each row execute function private.record_change();

create or replace trigger forget_visits_in_time after insert on public.site_sign_in_settings
  for each row execute function private.forget_visits_in_time();

create or replace function private.forget_visits_in_time() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Once, with the first project: an owner who chose otherwise is not overruled.
  if not exists (select from public.site_sign_in_settings s where s.company_id = new.company_id and s.id <> new.id) then
    insert into public.retention_rules (company_id, kind, years) values (new.company_id, 'visits', 3) on conflict on constraint retention_rules_once do nothing;
  end if;
  return null;
end $$;
comment on function private.forget_visits_in_time() is 'Personal data of strangers: deleted after three years unless the owner chooses otherwise.';

create table public.site_sign_in_links (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  label text default '' not null,
  token_hash text not null,
  revoked_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint site_sign_in_links_pkey primary key (company_id, id),
  constraint site_sign_in_links_token_once unique (token_hash),
  constraint site_sign_in_links_label_length check (char_length(label) <= 100),
  constraint site_sign_in_links_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.site_sign_in_links');
create index site_sign_in_links_by_project on public.site_sign_in_links (company_id, project_id, created_at desc);
comment on table public.site_sign_in_links is 'Links on posters by which people without an account sign in at one site. Only the hash of a link is stored; written by functions only.';
comment on column public.site_sign_in_links.label is 'Where the poster hangs.';
alter table public.site_sign_in_links enable row level security;
alter publication supabase_realtime add table public.site_sign_in_links;
grant select on table public.site_sign_in_links to authenticated;

create policy "Managers read the links of site sign-in" on public.site_sign_in_links
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.site_sign_in_links
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_creator before insert or update on public.site_sign_in_links
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.site_sign_in_links
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.site_sign_in_links
  for each row execute function private.record_change();

create or replace function public.create_site_sign_in_link(project_id_param uuid, label_param text default ''::text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  secret constant text := encode(extensions.gen_random_bytes(24), 'hex');
  link_id uuid;
begin
  if not exists (select from public.projects p where p.company_id = me.company_id and p.id = project_id_param) then
    raise exception using errcode = 'P0001', hint = 'project_unknown', message = 'This project does not exist.';
  end if;
  insert into public.site_sign_in_settings (company_id, project_id) values (me.company_id, project_id_param) on conflict on constraint site_sign_in_settings_once do nothing;
  insert into public.site_sign_in_links (company_id, project_id, label, token_hash)
    values (me.company_id, project_id_param, coalesce(btrim(label_param), ''), private.secret_hash(secret)) returning id into link_id;
  return jsonb_build_object('id', link_id, 'token', secret);
end $$;
comment on function public.create_site_sign_in_link(uuid,text) is 'Managers: makes a link for a poster by which people sign in at a site. {id, token}: the token is shown once and not stored.';
grant execute on function public.create_site_sign_in_link(uuid,text) to authenticated;

create or replace function public.revoke_site_sign_in_link(id_param uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
begin
  update public.site_sign_in_links l set revoked_at = now() where l.company_id = me.company_id and l.id = id_param and l.revoked_at is null;
  if not found and not exists (select from public.site_sign_in_links l where l.company_id = me.company_id and l.id = id_param) then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  end if;
end $$;
comment on function public.revoke_site_sign_in_link(uuid) is 'Managers: nobody signs in by this link from now on. Who is on site signs out all the same.';
grant execute on function public.revoke_site_sign_in_link(uuid) to authenticated;

create or replace function private.site_link_state(link public.site_sign_in_links) returns text
language sql stable security definer set search_path = '' as $$
  select case when link.id is null then 'unknown' when link.revoked_at is not null then 'revoked'
    when exists (select from public.projects p where p.company_id = link.company_id and p.id = link.project_id and p.archived_at is not null) then 'revoked' else 'open' end;
$$;

create or replace function public.site_sign_in_page(token_param text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  link public.site_sign_in_links;
begin
  select * into link from public.site_sign_in_links l where l.token_hash = private.secret_hash(token_param);
  if private.site_link_state(link) <> 'open' then
    return jsonb_build_object('state', private.site_link_state(link));
  end if;
  return (
    select jsonb_build_object('state', 'open', 'company', c.name, 'project', p.name, 'time_zone', private.zone_of(p.company_id, p.id), 'server_time', clock_timestamp(),
      'rules', coalesce(s.rules, ''), 'rules_es', coalesce(s.rules_es, ''))
    from public.projects p
    join public.companies c on c.id = p.company_id
    left join public.site_sign_in_settings s on s.company_id = p.company_id and s.project_id = p.id
    where p.company_id = link.company_id and p.id = link.project_id);
end $$;
comment on function public.site_sign_in_page(text) is 'Anyone with a link of create_site_sign_in_link: the site and its rules, nobody who is there. Otherwise only its state: unknown or revoked.';
grant execute on function public.site_sign_in_page(text) to anon, authenticated;

create or replace function public.site_sign_in(token_param text, visit_param jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.site_sign_in_links;
  secret constant text := private.secret_hash(visit_param ->> 'secret');
  visit public.site_visits;
  recent bigint;
begin
  perform private.refuse_undo();
  -- One after the other, so that those sent all at once are counted as well.
  select * into link from public.site_sign_in_links l where l.token_hash = private.secret_hash(token_param) for update;
  if private.site_link_state(link) <> 'open' then
    return jsonb_build_object('result', private.site_link_state(link));
  elsif coalesce(visit_param ->> 'secret', '') !~ '^[0-9a-f]{32,64}$' then
    raise exception using errcode = 'P0001', hint = 'invalid_site_visit', message = 'This sign-in cannot be read.';
  end if;
  if not exists (select from private.site_visit_secrets s where s.company_id = link.company_id and s.visit_id::text = visit_param ->> 'id') then
    select count(*) filter (where s.created_at > now() - interval '1 minute') into recent from private.site_visit_secrets s
      where s.company_id = link.company_id and s.link_id = link.id and s.created_at > now() - interval '1 day' having count(*) < 1000;
    if coalesce(recent, 60) >= 60 then
      raise exception using errcode = 'P0001', hint = 'too_many_visits', message = 'This link was opened too often within a minute. Try again in a minute.';
    end if;
  end if;
  visit := private.add_site_visit(link.company_id, link.project_id, 'qr', visit_param);
  insert into private.site_visit_secrets (company_id, visit_id, link_id, secret_hash)
    select visit.company_id, visit.id, link.id, secret where visit.how_in = 'qr' on conflict on constraint site_visit_secrets_pkey do nothing;
  return case when exists (select from private.site_visit_secrets s where s.company_id = link.company_id and s.visit_id = visit.id and s.secret_hash = secret)
    then jsonb_build_object('result', 'ok') || private.own_site_visit(visit) else jsonb_build_object('result', 'unknown') end;
end $$;
comment on function public.site_sign_in(text,jsonb) is 'Anyone with a link of create_site_sign_in_link: signs in at the site ({id, secret, kind, name, company_name, trade, phone, visiting, plate, headcount, agreed, happened_at}), 60 a minute and 1000 a day at most. The secret, made by the phone and stored as a hash, is what shows and ends this visit. Idempotent by id. Result: ok, unknown, revoked.';
grant execute on function public.site_sign_in(text,jsonb) to anon, authenticated;

create or replace function private.own_site_visit(visit public.site_visits) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('state', case when visit.how_out is null then 'in' when visit.how_out = 'automatic' then 'closed' else 'out' end,
    'signed_in_at', visit.signed_in_at, 'signed_out_at', visit.signed_out_at);
$$;

create or replace function private.site_visit_of(id_param uuid, secret_param text) returns public.site_visits
language sql stable security definer set search_path = '' as $$
  select v from private.site_visit_secrets s join public.site_visits v on v.company_id = s.company_id and v.id = s.visit_id
  where s.visit_id = id_param and s.secret_hash = private.secret_hash(secret_param);
$$;
comment on function private.site_visit_of(uuid,text) is 'The visit that a phone made, by its id and the secret of the phone.';

create or replace function public.my_site_visit(id_param uuid, secret_param text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  visit public.site_visits := private.site_visit_of(id_param, secret_param);
begin
  return case when visit.id is null then '{"state": "unknown"}' else private.own_site_visit(visit) end;
end $$;
comment on function public.my_site_visit(uuid,text) is 'The phone that signed in, by the secret it made: in, out, closed (the day was over) or unknown, and since when.';
grant execute on function public.my_site_visit(uuid,text) to anon, authenticated;

create or replace function public.site_sign_out(id_param uuid, secret_param text, happened_at_param timestamptz default null::timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  visit public.site_visits := private.site_visit_of(id_param, secret_param);
begin
  perform private.refuse_undo();
  if visit.id is null then
    return '{"state": "unknown"}';
  end if;
  select * into visit from public.site_visits v where v.company_id = visit.company_id and v.id = visit.id for update;
  return private.own_site_visit(private.end_site_visit(visit, 'qr', happened_at_param));
end $$;
comment on function public.site_sign_out(uuid,text,timestamp with time zone) is 'The phone that signed in, by the secret it made: signs out at the time it says, also where the link was revoked meanwhile. The first sign-out stays.';
grant execute on function public.site_sign_out(uuid,text,timestamp with time zone) to anon, authenticated;

create or replace function public.kiosk_site() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  kiosk public.kiosks := private.require_kiosk();
begin
  return (
    select jsonb_build_object('rules', s.rules, 'rules_es', s.rules_es,
      'companies', (select coalesce(jsonb_agg(n.name order by n.name), '[]') from (
        select btrim(c.name) as name from public.subcontractors c where c.company_id = kiosk.company_id and c.project_id = kiosk.project_id and c.revoked_at is null
        union
        select v.company_name from public.site_visits v where v.company_id = kiosk.company_id and v.project_id = kiosk.project_id
          and v.kind = 'subcontractor' and v.work_date > current_date - 30) n),
      'visits', (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'company_name', v.company_name, 'since', v.signed_in_at) order by v.name, v.id), '[]')
        from public.site_visits v where v.company_id = kiosk.company_id and v.project_id = kiosk.project_id and v.how_out is null))
    from public.site_sign_in_settings s
    where s.company_id = kiosk.company_id and s.project_id = kiosk.project_id and s.at_kiosk);
end $$;
comment on function public.kiosk_site() is 'A paired kiosk whose project has site sign-in at the kiosk: the rules, names of companies to choose from, and who is signed in, to sign out. Null otherwise.';
grant execute on function public.kiosk_site() to authenticated;

create or replace function public.kiosk_sign_in(visit_param jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kiosk public.kiosks := private.require_kiosk();
begin
  if not exists (select from public.site_sign_in_settings s where s.company_id = kiosk.company_id and s.project_id = kiosk.project_id and s.at_kiosk) then
    raise exception using errcode = 'P0001', hint = 'site_sign_in_off', message = 'Visitors do not sign in at this tablet any more. Ask the foreman.';
  end if;
  perform private.add_site_visit(kiosk.company_id, kiosk.project_id, 'kiosk', visit_param);
end $$;
comment on function public.kiosk_sign_in(jsonb) is 'A paired kiosk whose project has site sign-in: signs a visitor or somebody of a subcontractor in, as site_sign_in does. Idempotent by id.';
grant execute on function public.kiosk_sign_in(jsonb) to authenticated;

create or replace function public.kiosk_sign_out(id_param uuid, happened_at_param timestamptz default null::timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kiosk public.kiosks := private.require_kiosk();
  visit public.site_visits;
begin
  select * into visit from public.site_visits v
    where v.company_id = kiosk.company_id and v.project_id = kiosk.project_id and v.id = id_param for update;
  if visit.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  end if;
  perform private.end_site_visit(visit, 'kiosk', happened_at_param);
end $$;
comment on function public.kiosk_sign_out(uuid,timestamp with time zone) is 'A paired kiosk: signs somebody out who signed in at its project. The first sign-out stays.';
grant execute on function public.kiosk_sign_out(uuid,timestamp with time zone) to authenticated;
