create index documents_name_search on public.documents using gin (translate(lower(name), 'áàâäãåéèêëíìîïóòôöõúùûüñç'::text, 'aaaaaaeeeeiiiiooooouuuunc'::text) extensions.gin_trgm_ops) where deleted_at is null;
create index documents_recent on public.documents using btree (company_id, updated_at desc) where deleted_at is null;
create index field_reports_number_search on public.field_reports using gin (translate(lower(number), 'áàâäãåéèêëíìîïóòôöõúùûüñç'::text, 'aaaaaaeeeeiiiiooooouuuunc'::text) extensions.gin_trgm_ops);
