create function greet(name text) returns text language sql immutable as $$ select 'Hello ' || name $$;
