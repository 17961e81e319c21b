CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"product" text NOT NULL,
	"unit_cents" integer NOT NULL,
	"orders" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"closing_to" text,
	"held" boolean DEFAULT true NOT NULL,
	"hold_until" timestamp with time zone NOT NULL,
	"transiction_id" text,
	"paid_at" timestamp with time zone,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"idempotency_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text,
	CONSTRAINT "bookings_transiction_id_unique" UNIQUE("transiction_id"),
	CONSTRAINT "bookings_idempotency" UNIQUE("user_id","idempotency_key"),
	CONSTRAINT "bookings_orders" CHECK ("bookings"."orders" >= 100),
	CONSTRAINT "bookings_price" CHECK ("bookings"."price_cents" = "bookings"."unit_cents"::bigint * "bookings"."orders" and "bookings"."price_cents" between 50 and 99999999),
	CONSTRAINT "bookings_state" CHECK ("bookings"."state" in ('open', 'closing', 'lapsed', 'paid', 'deleted')),
	CONSTRAINT "bookings_closing" CHECK (("bookings"."state" = 'closing') = ("bookings"."closing_to" is not null)),
	CONSTRAINT "bookings_held" CHECK (case when "bookings"."state" in ('open', 'paid') then "bookings"."held" when "bookings"."state" in ('lapsed', 'deleted') then not "bookings"."held" else true end),
	CONSTRAINT "bookings_paid" CHECK (("bookings"."state" = 'paid') = ("bookings"."transiction_id" is not null) and ("bookings"."state" = 'paid') = ("bookings"."paid_at" is not null)),
	CONSTRAINT "bookings_deletion_named" CHECK (("bookings"."state" = 'deleted') = ("bookings"."deleted_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "facts" (
	"key" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"feedback" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"address" text NOT NULL,
	"intent_id" text,
	"state" text DEFAULT 'open' NOT NULL,
	"refund_reason" text,
	"refund_id" text,
	"refund_error" text,
	"refunds_failed" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payment_attempts_intent_id_unique" UNIQUE("intent_id"),
	CONSTRAINT "payment_attempts_number" UNIQUE("booking_id","number"),
	CONSTRAINT "payment_attempts_amount" CHECK ("payment_attempts"."amount_cents" between 50 and 99999999),
	CONSTRAINT "payment_attempts_state" CHECK ("payment_attempts"."state" in ('open', 'canceled', 'paid', 'refund_due', 'refunded', 'refund_failed')),
	CONSTRAINT "payment_attempts_known" CHECK ("payment_attempts"."state" in ('open', 'canceled') or "payment_attempts"."intent_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "payment_declines" (
	"event_id" text PRIMARY KEY NOT NULL,
	"attempt_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"field" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"image" text NOT NULL,
	"description" text NOT NULL,
	"price_cents" integer NOT NULL,
	"quantity" integer NOT NULL,
	"minimum" integer DEFAULT 100 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text,
	CONSTRAINT "products_price" CHECK ("products"."price_cents" between 1 and 99999999),
	CONSTRAINT "products_quantity" CHECK ("products"."quantity" >= 0),
	CONSTRAINT "products_minimum" CHECK ("products"."minimum" between 1 and 2000000000),
	CONSTRAINT "products_named" CHECK ("products"."name" <> ''),
	CONSTRAINT "products_deletion_named" CHECK (("products"."deleted_at" is null) = ("products"."deleted_by" is null))
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"education" text NOT NULL,
	"location" text NOT NULL,
	"number" text NOT NULL,
	"linkdin" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"image" text NOT NULL,
	"description" text NOT NULL,
	"hearts" smallint NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ratings_hearts" CHECK ("ratings"."hearts" between 1 and 5),
	CONSTRAINT "ratings_author" CHECK ("ratings"."demo" or "ratings"."user_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"email" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text DEFAULT 'customer' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text,
	CONSTRAINT "users_subject_unique" UNIQUE("subject"),
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_email_lower_case" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('admin', 'customer')),
	CONSTRAINT "users_deletion_named" CHECK (("users"."deleted_at" is null) = ("users"."deleted_by" is null))
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_declines" ADD CONSTRAINT "payment_declines_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_declines" ADD CONSTRAINT "payment_declines_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_changes" ADD CONSTRAINT "product_changes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bookings_of_user" ON "bookings" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bookings_newest" ON "bookings" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bookings_lapsing" ON "bookings" USING btree ("hold_until") WHERE state in ('open', 'closing');--> statement-breakpoint
CREATE INDEX "feedback_newest" ON "feedback" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payment_attempts_unfinished" ON "payment_attempts" USING btree ("checked_at") WHERE state in ('open', 'refund_due', 'refund_failed');--> statement-breakpoint
CREATE INDEX "payment_declines_of_attempt" ON "payment_declines" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "payment_declines_of_user" ON "payment_declines" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_declines_of_address" ON "payment_declines" USING btree ("address","created_at");--> statement-breakpoint
CREATE INDEX "product_changes_by_product" ON "product_changes" USING btree ("product_id","changed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "ratings_newest" ON "ratings" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "ratings_of_user" ON "ratings" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);