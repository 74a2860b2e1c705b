create table public.photo_comments (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  photo_id uuid not null,
  employee_id uuid default private.my_employee_id() not null,
  body text not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint photo_comments_pkey primary key (company_id, id),
  constraint photo_comments_body_length check (char_length(btrim(body)) >= 1 and char_length(btrim(body)) <= 2000),
  constraint photo_comments_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint photo_comments_photo foreign key (company_id, photo_id) references public.photos(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.photo_comments');
create index photo_comments_by_employee on public.photo_comments (company_id, employee_id);
create index photo_comments_by_photo on public.photo_comments (company_id, photo_id, created_at);
comment on table public.photo_comments is 'What people say to a photo.';
alter table public.photo_comments enable row level security;
alter publication supabase_realtime add table public.photo_comments;
grant select, insert, delete on table public.photo_comments to authenticated;

create policy "People comment in their own name on photos they see" on public.photo_comments
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()) and (exists ( select
   from public.photos p
  where p.company_id = photo_comments.company_id and p.id = photo_comments.photo_id)));

create policy "People delete their own comments on photos, managers any" on public.photo_comments
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "People read the comments of photos they see" on public.photo_comments
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (exists ( select
   from public.photos p
  where p.company_id = photo_comments.company_id and p.id = photo_comments.photo_id)));

create or replace trigger fill_company_id before insert on public.photo_comments
  for each row execute function private.fill_company_id('photos', 'photo_id');

create or replace trigger keep_creator before insert or update on public.photo_comments
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.photo_comments
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.photo_comments
  for each row execute function private.record_change();
