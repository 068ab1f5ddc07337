-- A mail whose content has begun to leave may be with its server: its fate can be unknown.
ALTER TYPE "OutboxStatus" ADD VALUE 'unknown' BEFORE 'suppressed';
ALTER TABLE "OutboxMessage" ADD COLUMN "handedOverAt" TIMESTAMPTZ(3);
