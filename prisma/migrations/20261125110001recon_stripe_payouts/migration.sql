-- Stripe's payouts and what is in them, so that every penny at the bank leads back to an order.
ALTER TYPE "IncidentKind" ADD VALUE 'unmatchedBalance';

CREATE TYPE "StripePayoutStatus" AS ENUM ('pending', 'inTransit', 'paid', 'failed', 'cancelled');

CREATE TABLE "StripePayout" (
    "id" TEXT NOT NULL,
    "amountPence" INTEGER NOT NULL,
    "status" "StripePayoutStatus" NOT NULL,
    "isAutomatic" BOOLEAN NOT NULL,
    "failure" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "arrivesAt" TIMESTAMPTZ(3) NOT NULL,
    "listedAt" TIMESTAMPTZ(3),

    CONSTRAINT "StripePayout_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "StripePayout_listed" CHECK ("listedAt" IS NULL OR "isAutomatic")
);

CREATE TABLE "BalanceTransaction" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "amountPence" INTEGER NOT NULL,
    "feePence" INTEGER NOT NULL,
    "netPence" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "description" TEXT,
    "sourceId" TEXT,
    "intentId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "payoutId" TEXT,

    CONSTRAINT "BalanceTransaction_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "BalanceTransaction_net" CHECK ("netPence" = "amountPence" - "feePence")
);

CREATE TABLE "BalanceRead" (
    "id" INTEGER NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "target" TIMESTAMPTZ(3),
    "cursor" TEXT,

    CONSTRAINT "BalanceRead_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "BalanceRead_single" CHECK ("id" = 1),
    CONSTRAINT "BalanceRead_window" CHECK (("target" IS NULL OR "target" >= "until") AND ("cursor" IS NULL OR "target" IS NOT NULL))
);

CREATE INDEX "StripePayout_createdAt_idx" ON "StripePayout"("createdAt");
CREATE INDEX "BalanceTransaction_payoutId_idx" ON "BalanceTransaction"("payoutId");
CREATE INDEX "BalanceTransaction_sourceId_idx" ON "BalanceTransaction"("sourceId");
CREATE INDEX "BalanceTransaction_createdAt_idx" ON "BalanceTransaction"("createdAt");

ALTER TABLE "BalanceTransaction" ADD CONSTRAINT "BalanceTransaction_payoutId_fkey"
    FOREIGN KEY ("payoutId") REFERENCES "StripePayout"("id") ON DELETE SET NULL ON UPDATE CASCADE;
