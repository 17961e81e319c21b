-- Lower case and without accents, with all other characters. Immutable as long as nobody edits the dictionary's rules.
CREATE FUNCTION folded(written text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(unaccent('unaccent', normalize(written, nfc)));--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "searched" text GENERATED ALWAYS AS (folded(email || E'\n' || name || E'\n' || product || E'\n' || coalesce(transiction_id, ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "searched" text GENERATED ALWAYS AS (folded(email || E'\n' || name)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "bookings_searched" ON "bookings" USING gin ("searched" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "shipments_number" ON "shipments" USING btree (lower(number) text_pattern_ops);
