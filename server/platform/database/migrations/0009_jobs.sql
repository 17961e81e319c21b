DROP INDEX "bookings_lapsing";--> statement-breakpoint
DROP INDEX "payment_attempts_unfinished";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "checks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "checks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "bookings" SET "due_at" = now() WHERE "state" = 'closing';--> statement-breakpoint
UPDATE "payment_attempts" SET "due_at" = now() WHERE "state" in ('open', 'refund_due')
	OR ("state" = 'refund_failed' AND "refunds_failed" < 10)
	OR ("state" = 'refunded' AND "refund_id" IS NOT NULL AND "settled_at" > now() - interval '35 days');--> statement-breakpoint
CREATE INDEX "bookings_due" ON "bookings" USING btree ((case state when 'closing' then due_at else hold_until end)) WHERE state in ('open', 'closing');--> statement-breakpoint
CREATE INDEX "payment_attempts_due" ON "payment_attempts" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
ALTER TABLE "bookings" DROP COLUMN "checked_at";--> statement-breakpoint
ALTER TABLE "payment_attempts" DROP COLUMN "checked_at";