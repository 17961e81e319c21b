DROP INDEX "payment_attempts_unfinished";--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "receipt_email" text;--> statement-breakpoint
CREATE INDEX "payment_attempts_unfinished" ON "payment_attempts" USING btree ("checked_at") WHERE state in ('open', 'refund_due', 'refunded', 'refund_failed');