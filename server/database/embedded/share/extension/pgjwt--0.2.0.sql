-- sign and verify tokens with HMAC, with the names and results of the extension pgjwt.
create function @extschema@.url_encode(data bytea) returns text
language sql immutable as $$
  select pg_catalog.translate(pg_catalog.encode(data, 'base64'), E'+/=\n', '-_')
$$;

create function @extschema@.url_decode(data text) returns bytea
language sql immutable as $$
  select pg_catalog.decode(
    pg_catalog.rpad(pg_catalog.translate(data, '-_', '+/'), (pg_catalog.length(data) + 3) / 4 * 4, '='),
    'base64')
$$;

create function @extschema@.algorithm_sign(signables text, secret text, algorithm text) returns text
language sql immutable as $$
  select @extschema@.url_encode(@extschema:pgcrypto@.hmac(signables, secret,
    case algorithm when 'HS256' then 'sha256' when 'HS384' then 'sha384' when 'HS512' then 'sha512' else '' end))
$$;

create function @extschema@.sign(payload json, secret text, algorithm text default 'HS256') returns text
language sql immutable as $$
  with signables as (
    select @extschema@.url_encode(pg_catalog.convert_to('{"alg":"' || algorithm || '","typ":"JWT"}', 'utf8'))
      || '.' || @extschema@.url_encode(pg_catalog.convert_to(payload::text, 'utf8')) as data)
  select data || '.' || @extschema@.algorithm_sign(data, secret, algorithm) from signables
$$;

create function @extschema@.verify(token text, secret text, algorithm text default 'HS256')
returns table (header json, payload json, valid boolean)
language sql immutable as $$
  select pg_catalog.convert_from(@extschema@.url_decode(part[1]), 'utf8')::json,
    pg_catalog.convert_from(@extschema@.url_decode(part[2]), 'utf8')::json,
    part[3] = @extschema@.algorithm_sign(part[1] || '.' || part[2], secret, algorithm)
  from pg_catalog.regexp_split_to_array(token, '\.') as part
$$;
