CREATE TABLE "jobs" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"queue" text NOT NULL,
	"key" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"error" text,
	"failed_at" timestamp with time zone,
	CONSTRAINT "jobs_queue_key_pk" PRIMARY KEY("queue","key"),
	CONSTRAINT "jobs_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE INDEX "jobs_failed" ON "jobs" USING btree ("failed_at");--> statement-breakpoint
-- The job engine of earlier versions kept only what the shop's rows say as well.
DROP SCHEMA IF EXISTS pgboss CASCADE;
