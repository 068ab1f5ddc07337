-- Every process keeps the catalog as it sends it, until it hears of a change: no writer can forget to tell.
CREATE FUNCTION notify_catalog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalog_changed', '');
  RETURN NULL;
END $$;

CREATE TRIGGER "Video_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "Video" FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER "CatalogTerms_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "CatalogTerms" FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER "MediaFile_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "MediaFile" FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
