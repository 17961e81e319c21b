-- Tells every instance of the shop that lists and pages made before are old; sent when the transaction commits. Stock is left
-- out: a notice takes a lock that all commits share, which would halve the orders per second.
CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('shop_changes', TG_ARGV[0]);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "products_tell_change" AFTER INSERT OR DELETE OR TRUNCATE
	OR UPDATE OF "name", "image", "description", "price_cents", "minimum", "created_at", "deleted_at" ON "products"
FOR EACH STATEMENT EXECUTE FUNCTION tell_change('catalogue');--> statement-breakpoint
CREATE TRIGGER "ratings_tell_change" AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE ON "ratings"
FOR EACH STATEMENT EXECUTE FUNCTION tell_change('ratings');
