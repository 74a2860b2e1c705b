-- Who left reads what they signed, as long as their own time and pay, and no other document.

create function private.past_signed_documents() returns table(employee_id uuid, version_id uuid, name text, version integer, media_type text,
  signed_at timestamptz, path text)
language sql stable security definer set search_path = '' as $$
  select past.employee_id, v.id, d.name, v.version, v.media_type, s.signed_at, v.path
  from public.past_employments() past
  join public.employees e on e.id = past.employee_id and e.user_id = auth.uid()
  join public.document_signatures s on s.company_id = e.company_id and s.employee_id = e.id
  join public.document_versions v on v.company_id = s.company_id and v.id = s.version_id
  join public.documents d on d.company_id = v.company_id and d.id = v.document_id;
$$;
comment on function private.past_signed_documents() is 'The versions the caller signed in companies they left, while they may still read there.';
revoke execute on function private.past_signed_documents() from public;
grant execute on function private.past_signed_documents() to authenticated, service_role;

create function public.past_documents(employee_id_param uuid) returns table(version_id uuid, name text, version integer, media_type text,
  signed_at timestamptz, path text)
language sql stable security definer set search_path = '' as $$
  select s.version_id, s.name, s.version, s.media_type, s.signed_at, s.path from private.past_signed_documents() s
  where s.employee_id = employee_id_param order by s.signed_at desc, s.version_id;
$$;
comment on function public.past_documents(uuid) is 'Someone who left: the documents they signed there, newest first.';
revoke execute on function public.past_documents(uuid) from public, anon;
grant execute on function public.past_documents(uuid) to authenticated;

create policy "Who left reads the files they signed" on storage.objects
  for select to authenticated
  using (bucket_id = 'documents' and coalesce(storage.operation(), '') not in ('storage.object.sign', 'storage.object.sign_many')
    and name in (select s.path from private.past_signed_documents() s));
