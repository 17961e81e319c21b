CREATE TABLE "import_chunks" (
	"import_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "import_chunks_import_id_place_pk" PRIMARY KEY("import_id","place")
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"import_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"product_id" uuid,
	"available" integer,
	CONSTRAINT "import_rows_import_id_place_pk" PRIMARY KEY("import_id","place")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"file_name" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"applied_by" text,
	"due_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"wrong" integer DEFAULT 0 NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"problem" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "picture_files" (
	"picture_id" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "picture_files_picture_id_width_pk" PRIMARY KEY("picture_id","width")
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sku" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "category" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "category_slug" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "specs" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- Names and values, so that both are found.
CREATE FUNCTION specs_text(specs jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (SELECT coalesce(string_agg(said #>> '{}', ' '), '') FROM jsonb_path_query(specs, '$[*].*') AS said);--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "words";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (setweight(words_in(name), 'A') || setweight(words_in(sku), 'A') || setweight(words_in(category), 'C') || setweight(words_in(description), 'B') || setweight(words_in(specs_text(specs)), 'C')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "products_words" ON "products" USING gin ("words") WITH (fastupdate=false) WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "import_chunks" ADD CONSTRAINT "import_chunks_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture_files" ADD CONSTRAINT "picture_files_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "imports_at_work" ON "imports" USING btree ((true)) WHERE state in ('checking', 'applying');--> statement-breakpoint
CREATE INDEX "imports_due" ON "imports" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "products_of_picture" ON "products" USING btree ("image") WHERE image like '/pictures/%';--> statement-breakpoint
CREATE UNIQUE INDEX "products_sku" ON "products" USING btree (lower("sku")) WHERE sku <> '' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_of_category" ON "products" USING btree ("category_slug","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) INCLUDE ("category","price_cents","orderable","deleted_at") WHERE category_slug <> '';--> statement-breakpoint
CREATE INDEX "products_of_category_cheapest" ON "products" USING btree ("category_slug","price_cents","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) INCLUDE ("orderable") WHERE category_slug <> '' and deleted_at is null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category" CHECK (("products"."category" = '') = ("products"."category_slug" = ''));--> statement-breakpoint
-- Already compressed.
ALTER TABLE "picture_files" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;--> statement-breakpoint
-- Of the fields that have changed: a renamed category does not read its products' descriptions again.
CREATE OR REPLACE FUNCTION keep_product_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO product_words (word)
	SELECT DISTINCT word
	FROM regexp_split_to_table(plain_text(concat_ws(' ',
		nullif(NEW.name, OLD.name), nullif(NEW.sku, OLD.sku), nullif(NEW.category, OLD.category),
		nullif(NEW.description, OLD.description), nullif(specs_text(NEW.specs), specs_text(OLD.specs)))), ' ') AS word
	WHERE word ~ '^[^0-9]{3,30}$' ORDER BY word
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER "products_keep_words" ON "products";--> statement-breakpoint
CREATE TRIGGER "products_keep_words" AFTER INSERT OR UPDATE OF "name", "sku", "category", "description", "specs" ON "products"
FOR EACH ROW EXECUTE FUNCTION keep_product_words();
