alter table public.cost_codes add column name_es text;
alter table public.projects add column name_es text;
alter table public.cost_codes add constraint cost_codes_name_es_length check (char_length(btrim(name_es)) >= 1 and char_length(btrim(name_es)) <= 200);
alter table public.projects add constraint projects_name_es_length check (char_length(btrim(name_es)) >= 1 and char_length(btrim(name_es)) <= 200);
