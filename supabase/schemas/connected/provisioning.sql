create or replace function private.provisioned(person public.employees) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', person.id, 'email', person.email, 'first_name', person.first_name, 'last_name', person.last_name,
    'job_title', person.job_title, 'phone', person.phone, 'active', person.active, 'external_id', person.external_ids ->> 'scim',
    'created_at', person.created_at, 'updated_at', person.updated_at);
$$;
comment on function private.provisioned(public.employees) is 'Of a person what a directory knows too.';

create or replace function public.provisioned_people(id_param uuid default null::uuid, email_param text default null::text, external_id_param text default null::text, offset_param integer default 0, limit_param integer default 100) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
begin
  if not coalesce(private.is_manager(), false) then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners do this.';
  end if;
  return (
    with found as materialized (
      select e from public.employees e
      where e.company_id = company
        and (id_param is null or e.id = id_param)
        and (email_param is null or e.email = lower(btrim(email_param)))
        and (external_id_param is null or e.external_ids ->> 'scim' = external_id_param))
    select jsonb_build_object('total', (select count(*) from found), 'people', coalesce((
      select jsonb_agg(private.provisioned(p.e) order by (p.e).created_at, (p.e).id) from (
        select f.e from found f order by (f.e).created_at, (f.e).id
        offset greatest(offset_param, 0) limit least(greatest(limit_param, 0), 500)) p), '[]')));
end $$;
comment on function public.provisioned_people(uuid,text,text,integer,integer) is 'Manager, owner: people as a directory (SCIM) reads them, by id, address or the directory''s own id. {total, people}.';
grant execute on function public.provisioned_people(uuid,text,text,integer,integer) to authenticated;

create or replace function public.provision_person(id_param uuid, person_param jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  wanted_email text := nullif(lower(btrim(person_param ->> 'email')), '');
  person public.employees;
begin
  if not coalesce(private.is_manager(), false) then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners do this.';
  end if;
  perform private.require_second_factor();
  if id_param is null then
    if wanted_email is null then
      raise exception using errcode = 'P0001', hint = 'email_required', message = 'An e-mail address is needed to invite someone.';
    end if;
    insert into public.employees (company_id, email, first_name, last_name, job_title, phone, external_ids)
      values (company, wanted_email, coalesce(nullif(btrim(person_param ->> 'first_name'), ''), split_part(wanted_email, '@', 1)),
        coalesce(person_param ->> 'last_name', ''), nullif(person_param ->> 'job_title', ''), nullif(person_param ->> 'phone', ''),
        jsonb_strip_nulls(jsonb_build_object('scim', nullif(person_param ->> 'external_id', ''))))
      returning * into person;
    if coalesce((person_param ->> 'active')::boolean, true) then
      perform private.send_invitation(person, private.me());
    else
      update public.employees e set active = false where e.company_id = company and e.id = person.id returning * into person;
    end if;
    return private.provisioned(person);
  end if;
  update public.employees e set
      email = case when person_param ? 'email' and e.user_id is null then wanted_email else e.email end,
      first_name = coalesce(nullif(btrim(person_param ->> 'first_name'), ''), e.first_name),
      last_name = case when person_param ? 'last_name' then coalesce(person_param ->> 'last_name', '') else e.last_name end,
      job_title = case when person_param ? 'job_title' then nullif(person_param ->> 'job_title', '') else e.job_title end,
      phone = case when person_param ? 'phone' then nullif(person_param ->> 'phone', '') else e.phone end,
      active = coalesce((person_param ->> 'active')::boolean, e.active),
      external_ids = case when person_param ? 'external_id'
        then (e.external_ids - 'scim') || jsonb_strip_nulls(jsonb_build_object('scim', nullif(person_param ->> 'external_id', '')))
        else e.external_ids end
    where e.company_id = company and e.id = id_param returning * into person;
  if not found then
    raise exception using errcode = 'P0001', hint = 'employee_not_found', message = 'This person is not in your company.';
  end if;
  return private.provisioned(person);
end $$;
comment on function public.provision_person(uuid,jsonb) is 'Manager, owner: adds (id null) and invites, or changes a person as a directory (SCIM) says: email, first_name, last_name, job_title, phone, active, external_id. Closes access and never deletes; roles and the address of an account stay; the last owner stays.';
grant execute on function public.provision_person(uuid,jsonb) to authenticated;
