alter table public.projects add column phases_only boolean default false not null;
drop trigger if exists keep_project_depth on public.projects;
drop function if exists private.check_project_depth();
