ALTER TABLE "bookings" ADD COLUMN "held_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "wide_network" text;--> statement-breakpoint
CREATE INDEX "bookings_held_from" ON "bookings" USING btree ("wide_network") WHERE state in ('open', 'closing') and wide_network is not null;--> statement-breakpoint
CREATE INDEX "bookings_given_up" ON "bookings" USING btree ("user_id","product_id","hold_until") WHERE state in ('lapsed', 'deleted');--> statement-breakpoint
CREATE INDEX "bookings_given_up_from" ON "bookings" USING btree ("network","product_id","hold_until") WHERE state in ('lapsed', 'deleted') and network is not null;