DROP TRIGGER "products_tell_change" ON "products";--> statement-breakpoint
DROP TRIGGER "ratings_tell_change" ON "ratings";--> statement-breakpoint
DROP FUNCTION tell_change();
