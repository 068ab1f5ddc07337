-- A refund says how far it has come with Stripe; a dispute what the bank took.
ALTER TABLE "Refund" DROP CONSTRAINT "Refund_sane";
ALTER TABLE "Dispute" DROP CONSTRAINT "Dispute_sane";

ALTER TYPE "RefundStatus" RENAME TO "RefundStatus_old";
CREATE TYPE "RefundStatus" AS ENUM ('requested', 'waiting', 'held', 'pending', 'succeeded', 'failed', 'withdrawn');
-- What was written down and has no answer may have been sent.
ALTER TABLE "Refund" ALTER COLUMN "status" TYPE "RefundStatus" USING (
  CASE WHEN "status" = 'pending' AND "stripeRefundId" IS NULL THEN 'waiting' ELSE "status"::text END
)::"RefundStatus";
DROP TYPE "RefundStatus_old";

CREATE TYPE "RefundResolution" AS ENUM ('retried', 'paidOtherwise', 'dropped');

ALTER TABLE "Refund"
  ADD COLUMN "keepsAccess" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "attemptedAt" TIMESTAMPTZ(3),
  ADD COLUMN "lastError" TEXT,
  ADD COLUMN "keyNumber" INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN "lookalikeId" TEXT,
  ADD COLUMN "resolution" "RefundResolution",
  ADD COLUMN "resolvedAt" TIMESTAMPTZ(3),
  ADD COLUMN "resolvedById" TEXT,
  ADD COLUMN "resolutionNote" TEXT;
ALTER TABLE "Refund" ADD CONSTRAINT "Refund_lookalikeId_fkey" FOREIGN KEY ("lookalikeId") REFERENCES "Refund"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "Refund" ADD CONSTRAINT "Refund_resolvedById_fkey" FOREIGN KEY ("resolvedById") REFERENCES "Admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TYPE "DisputeStatus" RENAME TO "DisputeStatus_old";
CREATE TYPE "DisputeStatus" AS ENUM ('inquiry', 'open', 'won', 'lost');
ALTER TABLE "Dispute" ALTER COLUMN "status" TYPE "DisputeStatus" USING "status"::text::"DisputeStatus";
DROP TYPE "DisputeStatus_old";

ALTER TABLE "Dispute"
  ADD COLUMN "takenPence" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "movementCount" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "dueAt" TIMESTAMPTZ(3);
UPDATE "Dispute" SET "takenPence" = "amountPence" WHERE "status" = 'lost';

ALTER TABLE "Order" ADD COLUMN "intentKeyNumber" INTEGER NOT NULL DEFAULT 1;

-- Only money that went back is credited, and what Stripe has taken on has Stripe's number.
ALTER TABLE "Refund" ADD CONSTRAINT "Refund_sane" CHECK (
  "amountPence" > 0 AND "creditedPence" BETWEEN 0 AND "amountPence" AND "vatPence" BETWEEN 0 AND "creditedPence"
  AND "attempts" >= 0 AND "keyNumber" > 0
);
ALTER TABLE "Refund" ADD CONSTRAINT "Refund_credited" CHECK (
  "creditedPence" = 0 OR "status" IN ('pending', 'succeeded') OR ("status" = 'failed' AND "resolution" IS NOT DISTINCT FROM 'paidOtherwise')
);
ALTER TABLE "Refund" ADD CONSTRAINT "Refund_at_stripe" CHECK (
  CASE WHEN "status" IN ('requested', 'waiting', 'held', 'withdrawn') THEN "stripeRefundId" IS NULL
       WHEN "status" IN ('pending', 'succeeded') THEN "stripeRefundId" IS NOT NULL
       ELSE true END
);
ALTER TABLE "Refund" ADD CONSTRAINT "Refund_held" CHECK ("status" <> 'held' OR ("lookalikeId" IS NOT NULL AND "lookalikeId" <> "id"));
ALTER TABLE "Refund" ADD CONSTRAINT "Refund_resolved" CHECK (
  num_nonnulls("resolution", "resolvedAt", "resolvedById") IN (0, 3) AND ("resolution" IS NULL OR "status" = 'failed')
);
ALTER TABLE "Dispute" ADD CONSTRAINT "Dispute_sane" CHECK (
  "amountPence" > 0 AND "takenPence" >= 0 AND "movementCount" >= 0
  AND "creditedPence" BETWEEN 0 AND "takenPence" AND "vatPence" BETWEEN 0 AND "creditedPence"
  AND ("status" IN ('inquiry', 'open')) = ("closedAt" IS NULL) AND ("status" = 'lost' OR "takenPence" = 0)
);

-- A dispute that was credited in part is credited with the rest where another refund fails: several credit notes for
-- one cause. What holds is their sum.
DROP INDEX "Document_one_credit_a_refund";
DROP INDEX "Document_one_credit_a_dispute";
CREATE FUNCTION refuse_over_credit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  worth bigint;
BEGIN
  SELECT coalesce(sum(("facts" #>> '{totals,grossPence}')::bigint * CASE "kind" WHEN 'creditNote' THEN -1 ELSE 1 END), 0)
    INTO worth FROM "Document" WHERE "orderId" = NEW."orderId" AND "kind" IN ('invoice', 'creditNote');
  IF worth < 0 THEN
    RAISE EXCEPTION 'The credit notes of order % exceed its invoice', NEW."orderId" USING ERRCODE = 'check_violation', CONSTRAINT = 'Document_credits_within_invoice';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "Document_credits_within_invoice" AFTER INSERT ON "Document" FOR EACH ROW WHEN (NEW."kind" = 'creditNote') EXECUTE FUNCTION refuse_over_credit();
