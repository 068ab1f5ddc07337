-- AlterTable
ALTER TABLE "Referer" ADD COLUMN     "vatChangedAt" TIMESTAMPTZ(3),
ADD COLUMN     "vatRegisteredFrom" TIMESTAMPTZ(3),
ADD COLUMN     "vatReviewedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "PayoutEntry" ADD COLUMN     "isVatable" BOOLEAN NOT NULL DEFAULT false;

-- VAT was paid on the whole of a payout or on none of it.
UPDATE "PayoutEntry" SET "isVatable" = true
FROM "Payout" WHERE "Payout"."id" = "PayoutEntry"."payoutId" AND "Payout"."vatPence" > 0;

-- Nobody has looked at a registration for which the next payouts would be paid VAT.
UPDATE "Referer" SET "vatChangedAt" = now() WHERE "isVatRegistered" AND "endedAt" IS NULL AND NOT EXISTS (
  SELECT 1 FROM "Payout" WHERE "refererId" = "Referer"."id" AND "status" = 'paid' AND "vatPence" > 0
);
