create extension if not exists pg_cron with schema pg_catalog;
create extension if not exists pgjwt with schema extensions;
create extension if not exists moddatetime schema extensions;
create extension if not exists greeting with schema extensions;
select cron.schedule('nightly', '0 3 * * *', 'select 1');
create trigger touched before update on public.after_commit
  for each row execute procedure extensions.moddatetime(changed_at);
create function public.welcome() returns text language sql as $$ select extensions.greet('Ana') $$;
