ALTER TABLE "bookings" ADD COLUMN "held_again" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "bookings_unpaid" ON "bookings" USING btree ("user_id") WHERE state in ('open', 'closing', 'lapsed');--> statement-breakpoint
CREATE INDEX "subscriptions_newest" ON "subscriptions" USING btree ("created_at" DESC NULLS FIRST,"email" DESC NULLS FIRST);