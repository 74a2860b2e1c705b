-- A column for each kind of filter of the clients.
create table public.samples (
  id integer primary key,
  name text not null,
  note text,
  tags text[] not null,
  places jsonb not null,
  days int4range not null,
  words tsvector not null
);
insert into public.samples values
  (1, 'Harbor Point', null, '{steel,crane}', '{"city": "Denver"}', '[1,5)', to_tsvector('english', 'pouring concrete walls')),
  (2, 'harbor view', 'North side', '{wood}', '{"city": "Boise"}', '[5,9)', to_tsvector('english', 'framing a roof')),
  (3, 'Elm Street', 'South side', '{wood,steel}', '{"city": "Denver"}', '[20,30)', to_tsvector('english', 'painting walls'));
grant select on public.samples to anon, authenticated;
