create table public.device_keys (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  device_name text not null,
  public_key jsonb not null,
  fingerprint text generated always as (encode(sha256(((('{"crv":"P-256","kty":"EC","x":"'::text || (public_key ->> 'x'::text)) || '","y":"'::text) || (public_key ->> 'y'::text) || '"}'::text)::bytea), 'hex'::text)) stored not null,
  ended_at timestamptz,
  ended_by uuid,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint device_keys_pkey primary key (company_id, id),
  constraint device_keys_once unique (company_id, employee_id, fingerprint),
  constraint device_keys_device_name_length check (char_length(btrim(device_name)) >= 1 and char_length(device_name) <= 80),
  constraint device_keys_public_key_form check (public_key = jsonb_build_object('crv', 'P-256', 'kty', 'EC', 'x', public_key ->> 'x', 'y', public_key ->> 'y') and public_key ->> 'x' ~ '^[A-Za-z0-9_-]{43}$' and public_key ->> 'y' ~ '^[A-Za-z0-9_-]{43}$'),
  constraint device_keys_employee foreign key (company_id, employee_id) references public.employees(company_id, id)
);
select private.refuse_non_finite('public.device_keys');
alter table public.timesheet_signatures add column device_key jsonb;
alter table public.timesheet_signatures add column device_key_id uuid;
alter table public.timesheet_signatures add column device_signature text;
alter table public.timesheet_signatures add column paper_path text;
alter table public.timesheet_signatures add column paper_sha256 text;
alter table public.timesheet_signatures add column signed_text text;
alter table public.timesheet_signatures add constraint timesheet_signatures_device_complete check ((num_nonnulls(device_key_id, device_key, device_signature) = any (array[0, 3])) and (device_key_id is null or signed_text is not null and signed_through = 'account'::text));
alter table public.timesheet_signatures add constraint timesheet_signatures_device_signature_form check (device_signature ~ '^[A-Za-z0-9+/]{86}==$'::text);
alter table public.timesheet_signatures add constraint timesheet_signatures_paper_complete check ((signed_through = 'paper'::text) = (paper_path is not null) and (paper_sha256 is null or paper_path is not null) and (paper_path is null or not disputed));
alter table public.timesheet_signatures add constraint timesheet_signatures_paper_path_once unique (paper_path);
alter table public.timesheet_signatures add constraint timesheet_signatures_paper_sha256_form check (paper_sha256 ~ '^[0-9a-f]{64}$'::text);
alter table public.timesheet_signatures add constraint timesheet_signatures_signed_text_length check (octet_length(signed_text) <= 1000000);
alter table public.timesheet_signatures drop constraint timesheet_signatures_signed_through_known;
alter table public.timesheet_signatures add constraint timesheet_signatures_signed_through_known check (signed_through = any (array['account'::text, 'pin'::text, 'text_code'::text, 'paper'::text]));
alter table public.timesheet_signatures add constraint timesheet_signatures_device_key
  foreign key (company_id, device_key_id) references public.device_keys(company_id, id);
create index timesheet_signatures_by_device_key on public.timesheet_signatures using btree (company_id, device_key_id) where device_key_id is not null;
