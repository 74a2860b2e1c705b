create or replace function private.search_text(text_param text) returns text
language sql immutable parallel safe as $$
  select translate(lower(text_param), 'áàâäãåéèêëíìîïóòôöõúùûüñç', 'aaaaaaeeeeiiiiooooouuuunc');
$$;
comment on function private.search_text(text) is 'Text as the search compares it, without case and accents. Inlined, so that its expression is the one of the indexes for it.';

create or replace function public.search_records(query_param text, limit_param integer default 6) returns table(kind text, id uuid, title text, detail text, project_id uuid, project_name text, folder_id uuid, happened_on date)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
  manages boolean := me.role in ('owner', 'manager');
  reads_customers boolean := manages or me.company_role_id is not null and private.has_right('manage_lists') and (private.scope_of('manage_lists')).everyone;
  words text[] := array(select word from regexp_split_to_table(private.search_text(left(coalesce(query_param, ''), 100)), '\s+') word where word <> '' limit 8);
  patterns text[] := array(select '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%' from unnest(words) word);
  -- The pattern with the most letters in a row is the one an index of trigrams answers best.
  longest text;
  longest_run integer;
  rows integer := least(greatest(coalesce(limit_param, 6), 1), 20);
  newest constant integer := 500;
  sites uuid[];
  found uuid[];
  found_by_name integer;
begin
  if words = '{}' then
    return;
  end if;
  select pattern, run into longest, longest_run from (
    select pattern, coalesce((select max(char_length(part[1])) from regexp_matches(pattern, '[[:alnum:]]+', 'g') part), 0) as run from unnest(patterns) pattern) each_word
    order by run desc limit 1;
  return query
    (select 'equipment', q.id, q.name, q.number, null::uuid, null::text, null::uuid, null::date from public.equipment q
      where q.company_id = me.company_id and private.search_text(concat_ws(' ', q.name, q.number)) like all (patterns)
      order by q.status = 'retired', q.updated_at desc, q.id limit rows)
    union all
    (select 'customer', c.id, c.name, c.contact_name, null, null, null, null from public.customers c
      where reads_customers and c.company_id = me.company_id and private.search_text(concat_ws(' ', c.name, c.number, c.contact_name)) like all (patterns)
      order by c.active desc, c.updated_at desc, c.id limit rows)
    union all
    (select 'bulletin', b.id, b.title, b.title_es, null, null, null, b.publish_at::date from public.bulletins b
      where b.company_id = me.company_id and (manages or b.id in (select private.bulletins_for_me()))
        and private.search_text(concat_ws(' ', b.title, b.title_es)) like all (patterns)
      order by b.publish_at desc, b.id limit rows)
    union all
    (select 'saved_report', r.id, r.name, null, null, null, null, r.updated_at::date from public.saved_reports r
      where r.company_id = me.company_id and (r.created_by = auth.uid() or (r.shared and manages))
        and private.search_text(r.name) like all (patterns)
      order by r.updated_at desc, r.id limit rows);
  -- Of these a company may have very many, and no index finds one or two letters.
  if longest_run < 3 then
    return;
  end if;
  -- A common word is among the newest; only for a rarer one is the index of trigrams worth its reads.
  found := array(select n.id from (
      select * from public.documents d where d.company_id = me.company_id and d.deleted_at is null order by d.updated_at desc limit newest) n
    where private.search_text(n.name) like all (patterns)
      and (manages or ((n.folder_id is null or n.folder_id in (select private.folders_for_me()))
        and (n.project_id is null or n.project_id not in (select private.projects_closed_to_me()))))
    order by n.updated_at desc, n.id limit rows);
  if cardinality(found) < rows then
    found := array(select d.id from public.documents d
      where d.company_id = me.company_id and d.deleted_at is null
        and private.search_text(d.name) like longest and private.search_text(d.name) like all (patterns)
        and (manages or ((d.folder_id is null or d.folder_id in (select private.folders_for_me()))
          and (d.project_id is null or d.project_id not in (select private.projects_closed_to_me()))))
      order by d.updated_at desc, d.id limit rows);
  end if;
  return query
    select 'document', d.id, d.name, f.name, d.project_id, p.name, d.folder_id, d.updated_at::date
    from public.documents d
    left join public.folders f on f.company_id = d.company_id and f.id = d.folder_id
    left join public.projects p on p.company_id = d.company_id and p.id = d.project_id
    where d.company_id = me.company_id and d.id = any (found)
    order by d.updated_at desc, d.id;
  get diagnostics found_by_name = row_count;
  if found_by_name < rows then
    return query
      with hits as materialized (
        -- Some of those with these words; a word that is in thousands of texts is not worth reading them all.
        select t.version_id from private.document_texts t
        where t.company_id = me.company_id
          and t.words @@ (select to_tsquery('simple', string_agg(word[1] || ':*', ' & ')) from regexp_matches(lower(left(query_param, 100)), '[[:alnum:]]+', 'g') word)
        limit 200)
      select 'document', d.id, d.name, f.name, d.project_id, p.name, d.folder_id, d.updated_at::date
      from hits h
      join public.document_versions v on v.company_id = me.company_id and v.id = h.version_id and v.superseded_at is null
      join public.documents d on d.company_id = v.company_id and d.id = v.document_id and d.deleted_at is null
      left join public.folders f on f.company_id = d.company_id and f.id = d.folder_id
      left join public.projects p on p.company_id = d.company_id and p.id = d.project_id
      where not (private.search_text(d.name) like all (patterns))
        and (manages or ((d.folder_id is null or d.folder_id in (select private.folders_for_me()))
          and (d.project_id is null or d.project_id not in (select private.projects_closed_to_me()))))
      order by d.updated_at desc, d.id limit rows - found_by_name;
  end if;
  if me.role = 'employee' then
    return;
  end if;
  sites := array(select p.id from public.projects p where p.company_id = me.company_id and private.search_text(p.name) like longest);
  found := array(select n.id from (
      select * from public.field_reports r where r.company_id = me.company_id order by r.report_date desc limit newest) n
    join public.projects p on p.company_id = n.company_id and p.id = n.project_id
    where private.search_text(concat_ws(' ', n.number, p.name)) like all (patterns)
      and (manages or n.project_id not in (select private.projects_closed_to_me()))
    order by n.report_date desc, n.id limit rows);
  if cardinality(found) < rows then
    found := array(
      select f.id from (
        select r.company_id, r.id, r.project_id, r.number, r.report_date from public.field_reports r where r.company_id = me.company_id and private.search_text(r.number) like longest
        union
        select r.company_id, r.id, r.project_id, r.number, r.report_date from public.field_reports r where r.company_id = me.company_id and r.project_id = any (sites)) f
      join public.projects p on p.company_id = f.company_id and p.id = f.project_id
      where private.search_text(concat_ws(' ', f.number, p.name)) like all (patterns)
        and (manages or f.project_id not in (select private.projects_closed_to_me()))
      order by f.report_date desc, f.id limit rows);
  end if;
  return query
    select 'field_report', r.id, r.number, r.status, r.project_id, p.name, null::uuid, r.report_date
    from public.field_reports r
    join public.projects p on p.company_id = r.company_id and p.id = r.project_id
    where r.company_id = me.company_id and r.id = any (found)
    order by r.report_date desc, r.id;
end $$;
comment on function public.search_records(text,integer) is 'Everyone: documents, field reports, machines, customers, bulletins and saved reports the caller may read whose name or number has all these words, the newest of each first; documents also by their text. Documents and field reports from three letters on.';
grant execute on function public.search_records(text,integer) to authenticated;
