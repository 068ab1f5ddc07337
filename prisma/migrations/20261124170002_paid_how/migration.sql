-- CreateEnum
CREATE TYPE "PaidHow" AS ENUM ('bankFile', 'bankTransfer', 'other');

-- AlterTable
ALTER TABLE "Payout" ADD COLUMN     "paidHow" "PaidHow",
ADD COLUMN     "paidNote" TEXT;

ALTER TABLE "Payout" ADD CONSTRAINT "Payout_paid_how" CHECK (
  "status" = 'paid' OR ("paidHow" IS NULL AND "paidNote" IS NULL)
);
