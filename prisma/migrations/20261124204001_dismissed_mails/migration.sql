-- AlterTable
ALTER TABLE "OutboxMessage" ADD COLUMN     "dismissedAt" TIMESTAMPTZ(3);
