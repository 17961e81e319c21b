CREATE TABLE "daily_counts" (
	"kind" text NOT NULL,
	"scope" text NOT NULL,
	"network" text NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "daily_counts_kind_scope_network_pk" PRIMARY KEY("kind","scope","network")
);
--> statement-breakpoint
ALTER TABLE "ratings" ADD COLUMN "picture_shown" boolean;--> statement-breakpoint
CREATE INDEX "daily_counts_ended" ON "daily_counts" USING btree ("ends_at");