-- Bulletins: what the company tells its people, in both languages, and who has read it.

create table public.bulletins (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null default 'post' constraint bulletins_kind_known check (kind in ('post', 'talk')),
  title text not null constraint bulletins_title_length check (char_length(btrim(title)) between 1 and 200),
  body text not null default '' constraint bulletins_body_length check (char_length(body) <= 20000),
  title_es text constraint bulletins_title_es_length check (char_length(btrim(title_es)) between 1 and 200),
  body_es text constraint bulletins_body_es_length check (char_length(body_es) <= 20000),
  audience jsonb not null default '{"everyone": true}',
  publish_at timestamptz not null default now(),
  expires_at timestamptz,
  pinned boolean not null default false,
  must_acknowledge boolean not null default false,
  comments_allowed boolean not null default false,
  attachments jsonb not null default '[]',
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint bulletins_expires_after_publish check (expires_at > publish_at),
  constraint bulletins_audience_known check (jsonb_typeof(audience) = 'object' and pg_column_size(audience) < 60000
    and (audience - '{everyone,roles,projects,crews,employees}'::text[]) = '{}'
    and (coalesce(audience ->> 'everyone', '') = 'true' or audience ?| '{roles,projects,crews,employees}'::text[])),
  constraint bulletins_attachments_is_array check (jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 20
    and pg_column_size(attachments) < 20000)
);
create index bulletins_by_time on public.bulletins (company_id, publish_at desc);
comment on table public.bulletins is 'What the company tells its people. title_es and body_es are the Spanish side; both are kept as written.';
comment on column public.bulletins.kind is 'talk: a toolbox talk, whose attendance is signed on the phone of whoever holds it.';
comment on column public.bulletins.audience is '{"everyone": true} or {"roles": [], "projects": [], "crews": [], "employees": []}; whoever is in one of them.';
comment on column public.bulletins.attachments is '[{"path", "name", "type", "size"}] of files in the bucket bulletins.';

create table public.bulletin_reads (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  bulletin_id uuid not null,
  employee_id uuid not null,
  read_at timestamptz,
  acknowledged_at timestamptz,
  postponed_at timestamptz,
  postponed_count integer not null default 0,
  reminded_at timestamptz,
  language text constraint bulletin_reads_language_known check (language in ('en', 'es')),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint bulletin_reads_once unique (company_id, bulletin_id, employee_id),
  constraint bulletin_reads_bulletin foreign key (company_id, bulletin_id) references public.bulletins (company_id, id) on delete cascade,
  constraint bulletin_reads_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade
);
create index bulletin_reads_by_employee on public.bulletin_reads (company_id, employee_id);
comment on table public.bulletin_reads is 'Who has read, put off and acknowledged a bulletin, in which language. Written by functions only.';
comment on column public.bulletin_reads.postponed_at is 'When Later was last tapped at the clock.';

create table public.bulletin_comments (
  company_id uuid not null default private.my_company_id(),
  id uuid not null default gen_random_uuid(),
  bulletin_id uuid not null,
  employee_id uuid not null default private.my_employee_id(),
  body text not null constraint bulletin_comments_body_length check (char_length(btrim(body)) between 1 and 2000),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint bulletin_comments_bulletin foreign key (company_id, bulletin_id) references public.bulletins (company_id, id) on delete cascade,
  constraint bulletin_comments_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade
);
create index bulletin_comments_by_bulletin on public.bulletin_comments (company_id, bulletin_id, created_at);
comment on table public.bulletin_comments is 'What people say to a bulletin that allows it.';

create table public.talk_signatures (
  company_id uuid not null default private.my_company_id(),
  id uuid not null default gen_random_uuid(),
  bulletin_id uuid not null,
  project_id uuid,
  employee_id uuid,
  signed_name text not null constraint talk_signatures_name_length check (char_length(btrim(signed_name)) between 1 and 200),
  strokes jsonb not null default '[]',
  language text not null default 'en' constraint talk_signatures_language_known check (language in ('en', 'es')),
  held_by uuid not null default private.my_employee_id(),
  held_on date not null default current_date,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint talk_signatures_once unique (company_id, bulletin_id, held_on, employee_id),
  constraint talk_signatures_strokes check (jsonb_typeof(strokes) = 'array' and pg_column_size(strokes) < 30000),
  constraint talk_signatures_bulletin foreign key (company_id, bulletin_id) references public.bulletins (company_id, id) on delete cascade,
  constraint talk_signatures_project foreign key (company_id, project_id) references public.projects (company_id, id),
  constraint talk_signatures_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade,
  constraint talk_signatures_held_by foreign key (company_id, held_by) references public.employees (company_id, id)
);
create index talk_signatures_by_employee on public.talk_signatures (company_id, employee_id);
comment on table public.talk_signatures is 'Attendance of a toolbox talk, signed one after another on one phone. Kept as signed.';
comment on column public.talk_signatures.strokes is 'The signature as drawn: [[[x, y], …], …] in a box of 300 by 100; empty where only the name was typed.';
comment on column public.talk_signatures.employee_id is 'Null for a visitor or a worker of another company.';

do $$
declare
  table_name text;
begin
  foreach table_name in array array['bulletins', 'bulletin_reads', 'bulletin_comments', 'talk_signatures'] loop
    execute format('create trigger keep_creator before insert or update on public.%I for each row execute function private.keep_creator()', table_name);
    execute format('create trigger fill_company_id before insert on public.%I for each row execute function private.fill_company_id(%s)', table_name,
      case when table_name <> 'bulletins' then '''bulletins'', ''bulletin_id''' end);
    execute format('create trigger keep_identity before update on public.%I for each row execute function private.keep_identity()', table_name);
    execute format('create trigger zz_record_change after insert or update or delete on public.%I for each row execute function private.record_change()', table_name);
    execute format('alter table public.%I enable row level security', table_name);
    perform private.refuse_non_finite(format('public.%I', table_name)::regclass);
    if exists (select from pg_publication where pubname = 'supabase_realtime') then
      execute format('alter publication supabase_realtime add table public.%I', table_name);
    end if;
  end loop;
end $$;
create trigger touch_updated_at before update on public.bulletins for each row execute function private.touch_updated_at();

create function private.note_who_holds_the_talk() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_system() then
    new.held_by := private.my_employee_id();
  end if;
  return new;
end $$;
revoke execute on function private.note_who_holds_the_talk() from public;
create trigger note_who_holds_the_talk before insert on public.talk_signatures
  for each row execute function private.note_who_holds_the_talk();
create trigger keep_signature before update on public.talk_signatures for each row execute function private.refuse_change();

create function private.bulletin_people(bulletin public.bulletins) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select e.id from public.employees e
  where e.company_id = bulletin.company_id and e.active and (
    bulletin.audience ->> 'everyone' = 'true'
    or bulletin.audience -> 'roles' ? e.role
    or bulletin.audience -> 'employees' ? e.id::text
    or exists (select from public.crew_members m
      where m.company_id = e.company_id and m.employee_id = e.id and bulletin.audience -> 'crews' ? m.crew_id::text
        and daterange(m.from_date, m.to_date, '[]') @> current_date)
    or exists (select from public.crews c
      where c.company_id = e.company_id and c.foreman_id = e.id and bulletin.audience -> 'crews' ? c.id::text)
    or exists (select from public.project_members m
      where m.company_id = e.company_id and m.employee_id = e.id and bulletin.audience -> 'projects' ? m.project_id::text)
    or (bulletin.audience ? 'projects' and (
      exists (select from public.work_totals w
        where w.company_id = e.company_id and w.employee_id = e.id and w.work_date > current_date - 14
          and bulletin.audience -> 'projects' ? w.project_id::text)
      or exists (select from public.time_entries t
        where t.company_id = e.company_id and t.employee_id = e.id and t.clock_out is null
          and bulletin.audience -> 'projects' ? t.project_id::text))));
$$;
revoke execute on function private.bulletin_people(public.bulletins) from public;
comment on function private.bulletin_people(public.bulletins) is 'Whom a bulletin is for today. Of a project: its team, whoever worked there in the last two weeks, and whoever is on the clock there.';

create function private.bulletins_for_me() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
begin
  return query
    select b.id from public.bulletins b
    where b.company_id = me.company_id and b.publish_at <= now() and (b.expires_at is null or b.expires_at > now())
      and me.id in (select private.bulletin_people(b));
end $$;
revoke execute on function private.bulletins_for_me() from public;
grant execute on function private.bulletins_for_me() to authenticated, service_role;
comment on function private.bulletins_for_me() is 'Ids of the bulletins that are out and meant for the caller.';

create policy "Managers read all bulletins, others what is out and meant for them" on public.bulletins
  for select to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or id in (select private.bulletins_for_me())));
create policy "Managers add bulletins" on public.bulletins
  for insert to authenticated with check (company_id = (select private.my_company_id()) and (select private.is_manager()));
create policy "Managers change bulletins" on public.bulletins
  for update to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));
create policy "Managers delete bulletins" on public.bulletins
  for delete to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()));
grant select, insert, update, delete on public.bulletins to authenticated, service_role;

create policy "Managers read who has read, others their own" on public.bulletin_reads
  for select to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
grant select on public.bulletin_reads to authenticated;
grant select, insert, update, delete on public.bulletin_reads to service_role;

create policy "People read the comments of bulletins they see" on public.bulletin_comments
  for select to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or bulletin_id in (select private.bulletins_for_me())));
create policy "People comment in their own name where it is allowed" on public.bulletin_comments
  for insert to authenticated with check (company_id = (select private.my_company_id())
    and employee_id = (select private.my_employee_id())
    and exists (select from public.bulletins b where b.company_id = bulletin_comments.company_id
      and b.id = bulletin_comments.bulletin_id and b.comments_allowed));
create policy "People delete their own comments, managers any" on public.bulletin_comments
  for delete to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
grant select, insert, delete on public.bulletin_comments to authenticated;
grant select, insert, update, delete on public.bulletin_comments to service_role;

create policy "Foremen and managers read attendance, others their own" on public.talk_signatures
  for select to authenticated using (company_id = (select private.my_company_id())
    and ((select private.my_role()) <> 'employee' or employee_id = (select private.my_employee_id())));
create policy "Foremen and managers collect attendance of talks" on public.talk_signatures
  for insert to authenticated with check (company_id = (select private.my_company_id()) and (select private.my_role()) <> 'employee'
    and exists (select from public.bulletins b where b.company_id = talk_signatures.company_id
      and b.id = talk_signatures.bulletin_id and b.kind = 'talk'));
grant select, insert on public.talk_signatures to authenticated;
grant select, insert, update, delete on public.talk_signatures to service_role;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('bulletins', 'bulletins', false, 20971520, array['image/jpeg', 'image/png', 'image/webp', 'application/pdf'])
on conflict (id) do nothing;
create policy "People see the files of bulletins they see" on storage.objects
  for select to authenticated using (bucket_id = 'bulletins'
    and (storage.foldername(name))[1] = ((select private.my_company_id())::text)
    and ((select private.is_manager()) or (storage.foldername(name))[2] in (select b::text from private.bulletins_for_me() b)));
create policy "Managers add files of bulletins" on storage.objects
  for insert to authenticated with check (bucket_id = 'bulletins'
    and (storage.foldername(name))[1] = ((select private.my_company_id())::text) and (select private.is_manager()));
create policy "Managers remove files of bulletins" on storage.objects
  for delete to authenticated using (bucket_id = 'bulletins'
    and (storage.foldername(name))[1] = ((select private.my_company_id())::text) and (select private.is_manager()));
