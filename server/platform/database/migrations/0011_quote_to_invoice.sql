CREATE SEQUENCE "public"."quote_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;
--> statement-breakpoint
CREATE TABLE "document_counters" (
	"series" text PRIMARY KEY NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"number" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"booking_id" uuid NOT NULL,
	"refund_id" uuid,
	"total_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"data" jsonb NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"pdf" "bytea",
	CONSTRAINT "documents_kind" CHECK (("documents"."kind" = 'credit-note') = ("documents"."refund_id" is not null)),
	CONSTRAINT "documents_amounts" CHECK ("documents"."total_cents" > 0 and "documents"."tax_cents" between 0 and "documents"."total_cents")
);
--> statement-breakpoint
CREATE TABLE "lost_numbers" (
	"series" text NOT NULL,
	"year" integer NOT NULL,
	"first" integer NOT NULL,
	"last" integer NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "disputes_state" CHECK ("disputes"."state" in ('open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"attempt_id" uuid,
	"amount_cents" integer NOT NULL,
	"source" text NOT NULL,
	"reason" text NOT NULL,
	"restock" integer DEFAULT 0 NOT NULL,
	"requested_by" text,
	"idempotency_key" text,
	"state" text DEFAULT 'due' NOT NULL,
	"provider_key" text NOT NULL,
	"provider_id" text,
	"error" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "refunds_provider_id_unique" UNIQUE("provider_id"),
	CONSTRAINT "refunds_idempotency" UNIQUE("booking_id","idempotency_key"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" between 1 and 99999999),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('due', 'succeeded', 'failed')),
	CONSTRAINT "refunds_source" CHECK ("refunds"."source" in ('admin', 'provider', 'dispute', 'unapplied')),
	CONSTRAINT "refunds_restock" CHECK ("refunds"."restock" >= 0),
	CONSTRAINT "refunds_settled" CHECK ("refunds"."state" <> 'succeeded' or "refunds"."settled_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"product_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"product" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"orders" integer NOT NULL,
	"wanted_by" date,
	"purchase_order" text,
	"message" text,
	"state" text DEFAULT 'asked' NOT NULL,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"valid_until" date,
	"expires_at" timestamp with time zone,
	"note" text,
	"held" integer DEFAULT 0 NOT NULL,
	"offered_by" text,
	"offered_at" timestamp with time zone,
	"booking_id" uuid,
	"idempotency_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"searched" text GENERATED ALWAYS AS (folded(number || E'\n' || email || E'\n' || name || E'\n' || product || E'\n' || coalesce(purchase_order, ''))) STORED NOT NULL,
	CONSTRAINT "quotes_number_unique" UNIQUE("number"),
	CONSTRAINT "quotes_booking_id_unique" UNIQUE("booking_id"),
	CONSTRAINT "quotes_idempotency" UNIQUE("user_id","idempotency_key"),
	CONSTRAINT "quotes_orders" CHECK ("quotes"."orders" >= 100),
	CONSTRAINT "quotes_state" CHECK (state in ('asked', 'offered', 'accepted', 'declined', 'withdrawn', 'lapsed')),
	CONSTRAINT "quotes_held" CHECK ("quotes"."held" = 0 or ("quotes"."held" > 0 and "quotes"."state" = 'offered')),
	CONSTRAINT "quotes_accepted" CHECK (("quotes"."state" = 'accepted') = ("quotes"."booking_id" is not null)),
	CONSTRAINT "quotes_offer" CHECK ("quotes"."state" not in ('offered', 'accepted', 'declined', 'lapsed') or ("quotes"."expires_at" is not null and "quotes"."valid_until" is not null and jsonb_array_length("quotes"."steps") between 1 and 4))
);
--> statement-breakpoint
ALTER TABLE "payment_attempts" DROP CONSTRAINT "payment_attempts_state";
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "purchase_order" text;
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "bill_to" text;
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "bank_reference" text;
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "bank_received_on" date;
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "bank_recorded_by" text;
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "refunded_cents" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "restocked" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "number" integer;
--> statement-breakpoint
-- In the order in which they were placed.
UPDATE "bookings" SET "number" = placed.number
FROM (SELECT id, 1000 + row_number() OVER (ORDER BY created_at, id) AS number FROM "bookings") AS placed
WHERE placed.id = "bookings"."id";
--> statement-breakpoint
ALTER TABLE "bookings" ALTER COLUMN "number" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "bookings" ALTER COLUMN "number" ADD GENERATED BY DEFAULT AS IDENTITY (sequence name "bookings_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1001 CACHE 1);
--> statement-breakpoint
SELECT setval('"bookings_number_seq"', (SELECT 1001 + count(*) FROM "bookings"), false);
--> statement-breakpoint
ALTER TABLE "bookings" drop column "searched";
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "searched" text GENERATED ALWAYS AS (folded(email || E'\n' || name || E'\n' || product || E'\n' || coalesce(transiction_id, '') || E'\n' || coalesce(purchase_order, ''))) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "bookings_searched" ON "bookings" USING gin ("searched" gin_trgm_ops);
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "documents_invoice" ON "documents" USING btree ("booking_id") WHERE kind = 'invoice';
--> statement-breakpoint
CREATE UNIQUE INDEX "documents_credit_note" ON "documents" USING btree ("refund_id");
--> statement-breakpoint
CREATE INDEX "documents_of_booking" ON "documents" USING btree ("booking_id");
--> statement-breakpoint
CREATE INDEX "disputes_of_booking" ON "disputes" USING btree ("booking_id");
--> statement-breakpoint
CREATE INDEX "refunds_of_booking" ON "refunds" USING btree ("booking_id");
--> statement-breakpoint
CREATE INDEX "refunds_of_attempt" ON "refunds" USING btree ("attempt_id");
--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("due_at") WHERE due_at is not null;
--> statement-breakpoint
CREATE INDEX "refunds_made" ON "refunds" USING btree ("settled_at","amount_cents") WHERE state = 'succeeded' and source <> 'unapplied';
--> statement-breakpoint
CREATE INDEX "quotes_of_user" ON "quotes" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "quotes_newest" ON "quotes" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "quotes_searched" ON "quotes" USING gin ("searched" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "quotes_open" ON "quotes" USING btree ("product_id") WHERE state in ('asked', 'offered');
--> statement-breakpoint
CREATE INDEX "quotes_expiring" ON "quotes" USING btree ("expires_at") WHERE state = 'offered';
--> statement-breakpoint
CREATE INDEX "bookings_refunded" ON "bookings" USING btree ("id") WHERE refunded_cents = price_cents and state = 'paid';
--> statement-breakpoint
INSERT INTO "refunds" (id, booking_id, attempt_id, amount_cents, source, reason, state, provider_key, provider_id, error, failures, due_at,
  checks, created_at, settled_at)
SELECT id, booking_id, id, amount_cents, 'unapplied', coalesce(refund_reason, ''),
  CASE state WHEN 'refund_due' THEN 'due' WHEN 'refunded' THEN 'succeeded' ELSE 'failed' END, 'refund-' || intent_id, refund_id, refund_error,
  refunds_failed, due_at, checks, coalesce(settled_at, created_at), CASE state WHEN 'refunded' THEN coalesce(settled_at, created_at) END
FROM "payment_attempts" WHERE state IN ('refund_due', 'refunded', 'refund_failed');
--> statement-breakpoint
UPDATE "payment_attempts" SET state = 'unapplied', due_at = null WHERE state IN ('refund_due', 'refunded', 'refund_failed');
--> statement-breakpoint
UPDATE "mails" SET data = data || jsonb_build_object('refundId', data->>'attemptId') WHERE data ? 'attemptId';
--> statement-breakpoint
ALTER TABLE "payment_attempts" DROP COLUMN "refund_reason";
--> statement-breakpoint
ALTER TABLE "payment_attempts" DROP COLUMN "refund_id";
--> statement-breakpoint
ALTER TABLE "payment_attempts" DROP COLUMN "refund_error";
--> statement-breakpoint
ALTER TABLE "payment_attempts" DROP COLUMN "refunds_failed";
--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_number_unique" UNIQUE("number");
--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_refunded" CHECK ("bookings"."refunded_cents" between 0 and "bookings"."price_cents" and "bookings"."restocked" between 0 and "bookings"."orders");
--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_state" CHECK ("payment_attempts"."state" in ('open', 'canceled', 'paid', 'unapplied'));
--> statement-breakpoint
-- Locks the counter of a series until the transaction ends, and only then reads the clock: numbers follow the time of payment, without gaps.
CREATE FUNCTION take_document_number(wanted text, zone text, OUT year integer, OUT last integer, OUT at timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
  given document_counters;
BEGIN
  INSERT INTO document_counters VALUES (wanted, 0, 0) ON CONFLICT DO NOTHING;
  SELECT * INTO given FROM document_counters WHERE series = wanted FOR UPDATE;
  at := clock_timestamp();
  -- Never back: a clock that is set back over a new year must not begin the old year again.
  year := greatest(given.year, extract(year FROM at AT TIME ZONE zone));
  last := CASE given.year WHEN year THEN given.last + 1 ELSE 1 END;
  UPDATE document_counters SET year = take_document_number.year, last = take_document_number.last WHERE series = wanted;
END $$;
