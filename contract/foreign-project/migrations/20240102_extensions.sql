create extension if not exists pg_cron with schema pg_catalog;
create extension if not exists pgjwt with schema extensions;
create extension if not exists moddatetime schema extensions;
create extension if not exists pgtap with schema extensions;
select cron.schedule('nightly', '0 3 * * *', 'select 1');
create trigger touched before update on public.after_commit
  for each row execute procedure extensions.moddatetime(changed_at);
create function public.run_tests() returns setof text language sql set search_path = extensions, public as $$
  select plan(2);
  select has_table('public', 'after_commit', 'the table is there')
  union all select is(1, 2, 'one is two')
  union all select * from finish();
$$;
