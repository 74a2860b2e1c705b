alter table public.portal_links add column phases boolean default false not null;
