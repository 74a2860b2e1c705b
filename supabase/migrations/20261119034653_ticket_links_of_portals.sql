alter table private.ticket_links add column portal_link_id uuid;
alter table private.ticket_links add constraint ticket_links_portal_link
  foreign key (company_id, portal_link_id) references public.portal_links(company_id, id) on delete cascade;
create index ticket_links_by_portal_link on private.ticket_links using btree (company_id, portal_link_id) where portal_link_id is not null;
