-- What every hosted project has in the schema `extensions`; many projects' seeds hash passwords with it.
do $$
begin
  create extension if not exists pgcrypto with schema extensions;
  create extension if not exists "uuid-ossp" with schema extensions;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pgcrypto and uuid-ossp are not available here: %', sqlerrm;
end $$;
