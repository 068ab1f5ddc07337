-- Test payments stand in no live ledger, an order says why it was cancelled, and what no other row tells of has a row.

-- A database is for the sandbox, for Stripe's test mode, or live.
ALTER TABLE "Installation" DROP CONSTRAINT "Installation_single_row";
ALTER TABLE "Installation" ADD CONSTRAINT "Installation_single_row" CHECK ("id" = 1 AND "kind" IN ('live', 'test', 'demo'));

-- CreateEnum
CREATE TYPE "CancelReason" AS ENUM ('expired', 'replaced', 'erased', 'atStripe', 'unknownIntent');
-- AlterTable
ALTER TABLE "Order" ADD COLUMN "cancelReason" "CancelReason", ADD COLUMN "cancelTriedAt" TIMESTAMPTZ(3);
ALTER TABLE "Order" ADD CONSTRAINT "Order_cancel_reason" CHECK ("cancelReason" IS NULL OR "status" = 'cancelled');

-- AlterTable
ALTER TABLE "Payment" ADD COLUMN "livemode" BOOLEAN;
-- AlterTable
ALTER TABLE "StripeEvent" ADD COLUMN "livemode" BOOLEAN;

CREATE FUNCTION refuse_other_mode() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "Installation" WHERE ("kind" = 'live') <> NEW."livemode") THEN
    RAISE EXCEPTION 'A payment of the other mode of Stripe' USING ERRCODE = 'check_violation', CONSTRAINT = 'Payment_livemode_of_stamp';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "Payment_livemode_of_stamp" BEFORE INSERT OR UPDATE OF "livemode" ON "Payment" FOR EACH ROW EXECUTE FUNCTION refuse_other_mode();

-- CreateEnum
CREATE TYPE "IncidentKind" AS ENUM ('unsettledPayment', 'paymentWithoutOrder', 'unknownIntent', 'otherMode', 'brokenDocument');
-- CreateTable
CREATE TABLE "Incident" (
    "id" TEXT NOT NULL,
    "kind" "IncidentKind" NOT NULL,
    "subjectId" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "openedAt" TIMESTAMPTZ(3) NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,
    "closedAt" TIMESTAMPTZ(3),
    "closedById" TEXT,

    CONSTRAINT "Incident_pkey" PRIMARY KEY ("id")
);
-- CreateIndex
CREATE UNIQUE INDEX "Incident_kind_subjectId_key" ON "Incident"("kind", "subjectId");
-- CreateIndex
CREATE INDEX "Incident_closedAt_openedAt_idx" ON "Incident"("closedAt", "openedAt");
-- AddForeignKey
ALTER TABLE "Incident" ADD CONSTRAINT "Incident_closedById_fkey" FOREIGN KEY ("closedById") REFERENCES "Admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "Incident" ADD CONSTRAINT "Incident_times" CHECK ("seenAt" >= "openedAt" AND ("closedById" IS NULL OR "closedAt" IS NOT NULL));
