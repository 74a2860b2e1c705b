-- As the contrib module, which only a superuser may install: moddatetime(column).
create function moddatetime() returns trigger
language plpgsql as $$
begin
  if tg_nargs <> 1 then
    raise exception 'moddatetime (%): A single argument was expected', tg_table_name;
  end if;
  return pg_catalog.jsonb_populate_record(
    new, pg_catalog.jsonb_build_object(tg_argv[0], pg_catalog.now()));
end
$$;
