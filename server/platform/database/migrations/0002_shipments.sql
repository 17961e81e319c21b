CREATE TABLE "shipments" (
	"booking_id" uuid PRIMARY KEY NOT NULL,
	"carrier" text NOT NULL,
	"number" text NOT NULL,
	"sent_on" date NOT NULL,
	"recorded_by" text NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shipments_named" CHECK ("shipments"."carrier" <> '' and "shipments"."number" <> '')
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "low_stock" boolean GENERATED ALWAYS AS (quantity < 3::bigint * greatest(minimum, 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bookings_lapsed" ON "bookings" USING btree ("hold_until") WHERE state = 'lapsed';--> statement-breakpoint
CREATE INDEX "bookings_paid" ON "bookings" USING btree ("paid_at","product_id","orders","price_cents") WHERE state = 'paid';--> statement-breakpoint
CREATE INDEX "products_low_stock" ON "products" USING btree ("id") WHERE low_stock and deleted_at is null;