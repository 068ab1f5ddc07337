-- Stripe's events are read a page at a time: how far the reading under way has come.
-- AlterTable
ALTER TABLE "EventsRead" ADD COLUMN "target" TIMESTAMPTZ(3), ADD COLUMN "cursor" TEXT;
ALTER TABLE "EventsRead" ADD CONSTRAINT "EventsRead_window" CHECK (("target" IS NULL OR "target" >= "until") AND ("cursor" IS NULL OR "target" IS NOT NULL));
