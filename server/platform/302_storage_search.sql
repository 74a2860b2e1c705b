-- One level of a bucket, as storage.search of a hosted project answers: folders first, then files.

create or replace function storage.search(
  prefix text,
  bucketname text,
  limits integer default 100,
  levels integer default 1,
  offsets integer default 0,
  search text default '',
  sortcolumn text default 'name',
  sortorder text default 'asc'
)
returns table (
  name text, id uuid, updated_at timestamptz, created_at timestamptz,
  last_accessed_at timestamptz, metadata jsonb
)
language plpgsql stable as $$
#variable_conflict use_column
declare
  -- The caller's text is matched letter by letter: % and _ mean themselves.
  literal_prefix text := replace(replace(replace(prefix, '\', '\\'), '%', '\%'), '_', '\_');
  literal_search text := replace(replace(replace(search, '\', '\\'), '%', '\%'), '_', '\_');
  direction text := case when lower(sortorder) = 'desc' then 'desc' else 'asc' end;
  sort_key text := case
    when sortcolumn in ('created_at', 'updated_at', 'last_accessed_at') then 'o.' || sortcolumn
    else 'o.path_tokens[$3] collate "C"'
  end;
begin
  return query execute format(
    $query$
      with found as not materialized (
        select * from storage.objects
         where bucket_id = $1
           and name collate "C" like $2
           and path_tokens[$3] ilike $4
      )
      (select o.path_tokens[$3], null::uuid, null::timestamptz, null::timestamptz,
              null::timestamptz, null::jsonb
         from found o
        where array_length(o.path_tokens, 1) > $3
        group by o.path_tokens[$3]
        order by o.path_tokens[$3] collate "C" %1$s)
      union all
      (select o.path_tokens[$3], o.id, o.updated_at, o.created_at, o.last_accessed_at, o.metadata
         from found o
        where array_length(o.path_tokens, 1) = $3
        order by %2$s %1$s, o.path_tokens[$3] collate "C" %1$s)
      limit $5 offset $6
    $query$, direction, sort_key)
  using bucketname, literal_prefix || '%', levels, literal_search || '%', limits, offsets;
end
$$;
grant execute on function storage.search(text, text, integer, integer, integer, text, text, text)
  to anon, authenticated, service_role, api_token;
