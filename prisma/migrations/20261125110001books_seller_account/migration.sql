-- Bank files in the layouts that banks publish, and the account that they are paid from.
CREATE TYPE "BankFileLayout" AS ENUM ('generic', 'coutts', 'bacsStandard18', 'paygate');

ALTER TABLE "BankFile" ADD COLUMN "layout" "BankFileLayout" NOT NULL DEFAULT 'generic';

CREATE TABLE "SellerAccount" (
    "id" TEXT NOT NULL,
    "layout" "BankFileLayout" NOT NULL,
    "detailsSealed" BYTEA,
    "bankSortCodeEnding" TEXT,
    "bankAccountEnding" TEXT,
    "changedAt" TIMESTAMPTZ(3) NOT NULL,
    "changedById" TEXT NOT NULL,

    CONSTRAINT "SellerAccount_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "SellerAccount" ADD CONSTRAINT "SellerAccount_changedById_fkey" FOREIGN KEY ("changedById") REFERENCES "Admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One row, whose details are all there or not at all; only a plain CSV does without.
ALTER TABLE "SellerAccount" ADD CONSTRAINT "SellerAccount_single_row" CHECK ("id" = 'seller');
ALTER TABLE "SellerAccount" ADD CONSTRAINT "SellerAccount_details" CHECK (
  (("detailsSealed" IS NULL) = ("bankSortCodeEnding" IS NULL))
  AND (("detailsSealed" IS NULL) = ("bankAccountEnding" IS NULL))
  AND ("detailsSealed" IS NOT NULL OR "layout" = 'generic')
);
