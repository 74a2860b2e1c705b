-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table private.document_texts (
  company_id uuid not null,
  version_id uuid not null,
  content text not null,
  words tsvector generated always as (to_tsvector('simple'::regconfig, content)) stored,
  constraint document_texts_pkey primary key (company_id, version_id),
  constraint document_texts_length check (char_length(content) <= 300000),
  constraint document_texts_version foreign key (company_id, version_id) references public.document_versions(company_id, id) on delete cascade
);
create index document_texts_words on private.document_texts using gin (words);
comment on table private.document_texts is 'The text of a version for the search, read by the device that uploads it. Apart from the version, so that no history keeps it twice.';
alter table private.document_texts enable row level security;
