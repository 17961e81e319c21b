DROP INDEX "bookings_of_user";--> statement-breakpoint
DROP INDEX "bookings_newest";--> statement-breakpoint
DROP INDEX "feedback_newest";--> statement-breakpoint
DROP INDEX "product_changes_by_product";--> statement-breakpoint
DROP INDEX "ratings_newest";--> statement-breakpoint
DROP INDEX "ratings_of_user";--> statement-breakpoint
DROP INDEX "users_newest";--> statement-breakpoint
CREATE INDEX "bookings_of_user" ON "bookings" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookings_newest" ON "bookings" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "feedback_newest" ON "feedback" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "product_changes_by_product" ON "product_changes" USING btree ("product_id","changed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ratings_newest" ON "ratings" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ratings_of_user" ON "ratings" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);