-- Who signed and then moved on stays in the count, as in the list of signers.
create or replace function public.document_progress()
returns table (document_id uuid, people bigint, signed bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_foreman();
begin
  return query
    select d.id, (select count(*) from (select private.document_people(d)
        union select s.employee_id from public.document_signatures s where s.company_id = v.company_id and s.version_id = v.id) everyone),
      (select count(*) from public.document_signatures s where s.company_id = v.company_id and s.version_id = v.id)
    from public.documents d
    join public.document_versions v on v.company_id = d.company_id and v.document_id = d.id and v.superseded_at is null
    where d.company_id = me.company_id and d.required_reading and d.id in (select private.documents_for_me());
end $$;
