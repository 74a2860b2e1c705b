-- Ours alone: what the server needs so that rows and stored bytes never drift apart.

create table if not exists storage.removed_files (
  version text not null primary key,
  removed_at timestamptz not null default now()
);
comment on table storage.removed_files is
  'Bytes no row names any more. Written in the transaction that lets go of them, emptied once the file is gone: a crash in between loses nothing.';

create or replace function storage.remember_removed_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into storage.removed_files (version) values (old.version) on conflict do nothing;
  return null;
end
$$;
revoke execute on function storage.remember_removed_file() from public;

create or replace trigger remember_deleted_file
  after delete on storage.objects
  for each row when (old.version is not null)
  execute function storage.remember_removed_file();
create or replace trigger remember_replaced_file
  after update of version on storage.objects
  for each row when (old.version is not null and new.version is distinct from old.version)
  execute function storage.remember_removed_file();

create table if not exists storage.resumable_uploads (
  id uuid not null primary key,
  bucket_id text not null references storage.buckets (id) on delete cascade,
  name text not null,
  owner_id text,
  upsert boolean not null default false,
  length_bytes bigint,
  content_type text,
  cache_control text,
  user_metadata jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  finished_at timestamptz
);
create index if not exists resumable_uploads_expires_at_idx on storage.resumable_uploads (expires_at);
create index if not exists resumable_uploads_bucket_id_idx on storage.resumable_uploads (bucket_id);
comment on table storage.resumable_uploads is
  'Uploads by TUS. Finished ones stay until they expire, for clients whose last answer was lost.';

create table if not exists storage.resumable_pieces (
  upload_id uuid not null references storage.resumable_uploads (id) on delete cascade,
  offset_bytes bigint not null,
  size_bytes bigint not null,
  version text not null unique,
  primary key (upload_id, offset_bytes)
);
comment on table storage.resumable_pieces is
  'What has come of an upload by TUS, where several servers share a store: each piece is a file of its own until all are there.';
create or replace trigger remember_deleted_file
  after delete on storage.resumable_pieces
  for each row execute function storage.remember_removed_file();

alter table storage.removed_files enable row level security;
alter table storage.resumable_uploads enable row level security;
alter table storage.resumable_pieces enable row level security;
