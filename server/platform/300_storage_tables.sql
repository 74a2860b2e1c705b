-- The tables of Supabase Storage with the names, columns, rights and helper functions of a hosted
-- project, so that policies on storage.objects and storage.buckets run unchanged here and there.

do $$
begin
  if to_regtype('storage.buckettype') is null then
    create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');
  end if;
end
$$;

create table if not exists storage.buckets (
  id text not null primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD'
);
create unique index if not exists bname on storage.buckets (name);
comment on column storage.buckets.owner is 'Kept for old policies; owner_id is the one to use.';

create table if not exists storage.objects (
  id uuid not null default gen_random_uuid() primary key,
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
-- Lists are a range of names in byte order, whatever the database's collation.
create index if not exists idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index if not exists name_prefix_search on storage.objects (name text_pattern_ops);
create unique index if not exists objects_version_key on storage.objects (version);
comment on column storage.objects.version is
  'Names the stored bytes. Every write gets a new one, so bytes are never overwritten in place.';
comment on column storage.objects.owner is 'Kept for old policies; owner_id is the one to use.';

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
-- Which rows, the project's policies say: none until one names this role.
grant select, insert, update, delete on storage.buckets, storage.objects to api_token;

create or replace function storage.foldername(name text) returns text[]
language sql immutable parallel safe as $$
  select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1]
$$;
comment on function storage.foldername(text) is 'The folders of an object''s path, outermost first.';

create or replace function storage.filename(name text) returns text
language sql immutable parallel safe as $$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$$;

create or replace function storage.extension(name text) returns text
language sql immutable parallel safe as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

create or replace function storage.operation() returns text
language sql stable parallel safe as $$
  select current_setting('storage.operation', true)
$$;
comment on function storage.operation() is
  'What the caller is doing, e.g. storage.object.upload, so that a policy may tell a list from a download.';

create or replace function storage.get_size_by_bucket()
returns table (size bigint, bucket_id text)
language sql stable as $$
  select sum((o.metadata ->> 'size')::bigint)::bigint, o.bucket_id
    from storage.objects o
   group by o.bucket_id
$$;

create or replace function storage.update_updated_at_column() returns trigger
language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create or replace trigger update_objects_updated_at
  before update on storage.objects
  for each row execute function storage.update_updated_at_column();

grant execute on all functions in schema storage to anon, authenticated, service_role, api_token;
