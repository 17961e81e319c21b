ALTER TABLE "shipments" ALTER COLUMN "number" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "sku" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "bank_chosen_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "bookings_sku" ON "bookings" USING btree (lower(sku) text_pattern_ops) WHERE sku <> '';