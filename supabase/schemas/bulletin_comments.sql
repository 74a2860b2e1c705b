-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.bulletin_comments (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  bulletin_id uuid not null,
  employee_id uuid default private.my_employee_id() not null,
  body text not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint bulletin_comments_pkey primary key (company_id, id),
  constraint bulletin_comments_body_length check (char_length(btrim(body)) >= 1 and char_length(btrim(body)) <= 2000),
  constraint finite_created_at check (isfinite(created_at)),
  constraint bulletin_comments_bulletin foreign key (company_id, bulletin_id) references public.bulletins(company_id, id) on delete cascade,
  constraint bulletin_comments_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
create index bulletin_comments_by_bulletin on public.bulletin_comments using btree (company_id, bulletin_id, created_at);
comment on table public.bulletin_comments is 'What people say to a bulletin that allows it.';
alter table public.bulletin_comments enable row level security;
grant select, insert, delete on table public.bulletin_comments to authenticated;

create policy "People comment in their own name where it is allowed" on public.bulletin_comments
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()) and (exists ( select
   from public.bulletins b
  where b.company_id = bulletin_comments.company_id and b.id = bulletin_comments.bulletin_id and b.comments_allowed)));

create policy "People delete their own comments, managers any" on public.bulletin_comments
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "People read the comments of bulletins they see" on public.bulletin_comments
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or (bulletin_id in (select private.bulletins_for_me()))));

alter publication supabase_realtime add table public.bulletin_comments;

create or replace trigger fill_company_id before insert on public.bulletin_comments
  for each row execute function private.fill_company_id('bulletins', 'bulletin_id');

create or replace trigger keep_creator before insert or update on public.bulletin_comments
  for each row execute function private.keep_creator();

create or replace trigger keep_identity before update on public.bulletin_comments
  for each row execute function private.keep_identity();

create or replace trigger zz_record_change after insert or delete or update on public.bulletin_comments
  for each row execute function private.record_change();
