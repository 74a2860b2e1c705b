create or replace function private.merkle_leaf(position_param bigint, event_hash_param text) returns bytea
language sql immutable parallel safe set search_path = '' as $$
  select sha256('\x00'::bytea || convert_to(position_param || ' ' || coalesce(event_hash_param, ''), 'UTF8'));
$$;
comment on function private.merkle_leaf(bigint,text) is 'A leaf of the tree of RFC 6962: an event at its position. One that is missing has an empty hash.';

create or replace function private.merkle_levels(hashes_param bytea[]) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  level bytea[] := hashes_param;
  levels text[] := '{}';
begin
  loop
    levels := levels || (select string_agg(encode(h.hash, 'hex'), '' order by h.number) from unnest(level) with ordinality as h (hash, number));
    exit when cardinality(level) <= 1;
    -- The last one of an odd row moves up as it is.
    level := (select array_agg(case when p.count = 1 then p.pair else sha256('\x01'::bytea || p.pair) end order by p.place)
      from (select (h.number - 1) / 2 as place, count(*), string_agg(h.hash, ''::bytea order by h.number) as pair
        from unnest(level) with ordinality as h (hash, number) group by 1) p);
  end loop;
  return levels;
end $$;
comment on function private.merkle_levels(bytea[]) is 'The tree of RFC 6962 over these hashes, level by level up to its root; each level is its hashes in hex, one after the other.';

create or replace function private.merkle_root(hashes_param bytea[]) returns text
language sql immutable parallel safe set search_path = '' as $$
  select l[cardinality(l)] from private.merkle_levels(hashes_param) l;
$$;

create or replace function private.merkle_path(levels_param text[], index_param bigint) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  place bigint := index_param;
  neighbor text;
  path text[] := '{}';
begin
  for level in 1 .. cardinality(levels_param) - 1 loop
    neighbor := substr(levels_param[level], ((place # 1) * 64 + 1)::integer, 64);
    if neighbor <> '' then
      path := path || neighbor;
    end if;
    place := place / 2;
  end loop;
  return path;
end $$;
comment on function private.merkle_path(text[],bigint) is 'What proves one of the hashes (counted from 0): its neighbors on the way to the root.';
