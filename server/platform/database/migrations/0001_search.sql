CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- Lower case, without accents, nothing but words with one space between. Immutable as long as nobody edits the dictionary's rules.
CREATE FUNCTION plain_text(written text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN trim(regexp_replace(lower(unaccent('unaccent', translate(normalize(written, nfc), '×', 'x'))), '[^[:alnum:]]+', ' ', 'g'));--> statement-breakpoint
-- Each word as it is written, so that its beginning finds it, and as its English stem, so that "hammers" finds a hammer.
CREATE FUNCTION words_in(written text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (SELECT to_tsvector('simple', plain) || to_tsvector('english', plain) FROM (SELECT plain_text(written) AS plain OFFSET 0) AS once);--> statement-breakpoint
CREATE TABLE "product_words" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX "products_newest";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "orderable" boolean GENERATED ALWAYS AS (greatest(minimum, 100) < quantity) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "name_words" "tsvector" GENERATED ALWAYS AS (words_in(name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (setweight(words_in(name), 'A') || setweight(words_in(description), 'B')) STORED NOT NULL;--> statement-breakpoint
-- Room on each page for the next version of a row: an order changes the stock without touching an index.
ALTER TABLE "products" SET (fillfactor = 80);--> statement-breakpoint
CREATE INDEX "product_words_alike" ON "product_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_cheapest" ON "products" USING btree ("price_cents","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) INCLUDE ("orderable") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_words" ON "products" USING gin ("words") WITH (fastupdate=false) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_name_words" ON "products" USING gin ("name_words") WITH (fastupdate=false) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) INCLUDE ("price_cents","orderable") WHERE deleted_at is null;--> statement-breakpoint
-- In alphabetical order, so that two products added at once never wait for each other in a circle.
CREATE FUNCTION keep_product_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO product_words (word)
	SELECT DISTINCT word FROM regexp_split_to_table(plain_text(NEW.name || ' ' || NEW.description), ' ') AS word
	WHERE word ~ '^[^0-9]{3,30}$' ORDER BY word
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "products_keep_words" AFTER INSERT OR UPDATE OF "name", "description" ON "products"
FOR EACH ROW EXECUTE FUNCTION keep_product_words();--> statement-breakpoint
INSERT INTO product_words (word)
SELECT DISTINCT word FROM products, regexp_split_to_table(plain_text(name || ' ' || description), ' ') AS word
WHERE word ~ '^[^0-9]{3,30}$';
