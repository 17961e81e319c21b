CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"call" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text,
	"result_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_call_key_pk" PRIMARY KEY("user_id","call","key")
);
--> statement-breakpoint
-- Those of the last day, so that a request repeated after the upgrade finds what it made before.
INSERT INTO "idempotency_keys" ("user_id", "call", "key", "result_id", "created_at")
  SELECT "user_id", 'POST /api/bookings', "idempotency_key", "id", "created_at" FROM "bookings"
  WHERE "idempotency_key" IS NOT NULL AND "created_at" > now() - interval '1 day'
  UNION ALL
  SELECT "user_id", 'POST /api/quotes', "idempotency_key", "id", "created_at" FROM "quotes"
  WHERE "idempotency_key" IS NOT NULL AND "created_at" > now() - interval '1 day'
  UNION ALL
  SELECT "users"."id", 'POST /api/booking/' || "booking_id" || '/refunds', "idempotency_key", "booking_id", "refunds"."created_at"
  FROM "refunds" JOIN "users" ON "users"."email" = "requested_by"
  WHERE "idempotency_key" IS NOT NULL AND "refunds"."created_at" > now() - interval '1 day';--> statement-breakpoint
ALTER TABLE "bookings" DROP CONSTRAINT "bookings_idempotency";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_idempotency";--> statement-breakpoint
ALTER TABLE "quotes" DROP CONSTRAINT "quotes_idempotency";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "bookings" DROP COLUMN "idempotency_key";--> statement-breakpoint
ALTER TABLE "refunds" DROP COLUMN "idempotency_key";--> statement-breakpoint
ALTER TABLE "quotes" DROP COLUMN "idempotency_key";