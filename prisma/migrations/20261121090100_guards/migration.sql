-- What the database itself refuses, whatever the code above it believes.

-- One of each kind of caller owns a session; a link belongs to somebody.
ALTER TABLE "Session" ADD CONSTRAINT "Session_one_subject" CHECK (num_nonnulls("studentId", "refererId", "adminId") = 1);
ALTER TABLE "OneTimeToken" ADD CONSTRAINT "OneTimeToken_one_subject" CHECK (num_nonnulls("studentId", "refererId", "adminId") = 1);

-- Catalogue
ALTER TABLE "Video" ADD CONSTRAINT "Video_price_positive" CHECK ("pricePence" > 0 AND "durationMinutes" > 0);
ALTER TABLE "CatalogTerms" ADD CONSTRAINT "CatalogTerms_single_row" CHECK ("id" = 1);
ALTER TABLE "CatalogTerms" ADD CONSTRAINT "CatalogTerms_sane" CHECK ("collectionDiscountPence" >= 0 AND "singleMonths" > 0 AND "bundleMonths" > 0);
ALTER TABLE "Installation" ADD CONSTRAINT "Installation_single_row" CHECK ("id" = 1 AND "kind" IN ('demo', 'live'));
-- The promo film belongs to no video; Postgres counts nulls as different in the unique key above.
CREATE UNIQUE INDEX "MediaFile_one_promo" ON "MediaFile" ("kind", "rendition") WHERE "videoId" IS NULL;

-- Keys are what they claim to be.
ALTER TABLE "Student" ADD CONSTRAINT "Student_keys" CHECK ("emailKey" = lower("emailKey") AND "usernameKey" = lower("usernameKey"));
ALTER TABLE "Admin" ADD CONSTRAINT "Admin_key" CHECK ("emailKey" = lower("emailKey"));
ALTER TABLE "Referer" ADD CONSTRAINT "Referer_terms" CHECK (
  "referralCode" = upper("referralCode") AND length("referralCode") BETWEEN 3 AND 20
  AND "discountBps" BETWEEN 0 AND 10000 AND "commissionBps" BETWEEN 0 AND 10000
);
CREATE UNIQUE INDEX "RefererApplication_one_pending" ON "RefererApplication" ("contactEmailKey") WHERE "status" = 'pending';
ALTER TABLE "RefererApplication" ADD CONSTRAINT "RefererApplication_decision" CHECK (
  ("status" = 'pending') = ("decidedAt" IS NULL) AND ("status" = 'approved') = ("refererId" IS NOT NULL)
);

-- Orders: the pennies add up, a student has one open order, completing a collection is rewarded once.
ALTER TABLE "Order" ADD CONSTRAINT "Order_sums" CHECK (
  "totalPence" = "subtotalPence" - "collectionDiscountPence" - "referralDiscountPence"
  AND "exVatPence" + "vatPence" = "totalPence"
  AND least("subtotalPence", "collectionDiscountPence", "referralDiscountPence", "totalPence", "exVatPence", "vatPence") >= 0
);
ALTER TABLE "Order" ADD CONSTRAINT "Order_status_times" CHECK (
  ("status" = 'paid') = ("paidAt" IS NOT NULL) AND ("status" = 'cancelled') = ("cancelledAt" IS NOT NULL)
);
ALTER TABLE "Order" ADD CONSTRAINT "Order_code_whole" CHECK (num_nonnulls("refererId", "referralCode", "discountBps", "commissionBps") IN (0, 4));
ALTER TABLE "Order" ADD CONSTRAINT "Order_consent_whole" CHECK (num_nonnulls("consentWording", "consentAt") IN (0, 2));
CREATE UNIQUE INDEX "Order_one_open" ON "Order" ("studentId") WHERE "status" = 'open';
CREATE UNIQUE INDEX "Order_one_completion" ON "Order" ("studentId") WHERE "status" = 'paid' AND "collectionDiscount" = 'completion';
ALTER TABLE "OrderLine" ADD CONSTRAINT "OrderLine_sums" CHECK (
  "grossPence" = "listPence" - "collectionDiscountPence" - "referralDiscountPence"
  AND "exVatPence" + "vatPence" = "grossPence"
  AND least("collectionDiscountPence", "referralDiscountPence", "grossPence", "exVatPence", "vatPence") >= 0
);

-- Money in and out
ALTER TABLE "Payment" ADD CONSTRAINT "Payment_sane" CHECK (
  "amountPence" >= 30 AND "refundedPence" BETWEEN 0 AND "amountPence" AND ("status" = 'paid') = ("paidAt" IS NOT NULL)
);
ALTER TABLE "Refund" ADD CONSTRAINT "Refund_sane" CHECK (
  "amountPence" > 0 AND "creditedPence" BETWEEN 0 AND "amountPence" AND "vatPence" BETWEEN 0 AND "creditedPence"
  AND ("status" <> 'failed' OR "creditedPence" = 0)
);
ALTER TABLE "Dispute" ADD CONSTRAINT "Dispute_sane" CHECK (
  "amountPence" > 0 AND "creditedPence" BETWEEN 0 AND "amountPence" AND "vatPence" BETWEEN 0 AND "creditedPence"
  AND ("status" = 'open') = ("closedAt" IS NULL) AND ("status" = 'lost' OR "creditedPence" = 0)
);

-- Access comes from a line of a paid order or from an admin who says why.
ALTER TABLE "Entitlement" ADD CONSTRAINT "Entitlement_source" CHECK (
  num_nonnulls("orderLineId", "grantedById") = 1
  AND ("orderLineId" IS NULL) = ("orderId" IS NULL)
  AND ("grantedById" IS NULL) = ("grantReason" IS NULL)
  AND "expiresAt" > "startsAt"
);
ALTER TABLE "Progress" ADD CONSTRAINT "Progress_range" CHECK ("percent" BETWEEN 0 AND 100 AND "positionSeconds" >= 0);

-- Papers: one invoice an order, besides those that cancel a credit note; one credit note a refund or dispute.
CREATE UNIQUE INDEX "Document_one_invoice" ON "Document" ("orderId") WHERE "kind" = 'invoice' AND "cancelsId" IS NULL;
CREATE UNIQUE INDEX "Document_one_credit_a_refund" ON "Document" ("refundId") WHERE "kind" = 'creditNote' AND "refundId" IS NOT NULL;
CREATE UNIQUE INDEX "Document_one_credit_a_dispute" ON "Document" ("disputeId") WHERE "kind" = 'creditNote' AND "disputeId" IS NOT NULL;
ALTER TABLE "Document" ADD CONSTRAINT "Document_subject" CHECK (num_nonnulls("studentId", "refererId") = 1 AND "number" > 0);
ALTER TABLE "DocumentSeries" ADD CONSTRAINT "DocumentSeries_counts_up" CHECK ("lastNumber" >= 0);

-- The ledger
ALTER TABLE "LedgerEntry" ADD CONSTRAINT "LedgerEntry_shape" CHECK (
  "quarter" ~ '^\d{4}-Q[1-4]$'
  AND ("kind" = 'forfeited') = ("commissionId" IS NULL)
  AND ("kind" <> 'earned' OR "amountPence" >= 0)
  AND ("kind" <> 'forfeited' OR "amountPence" <= 0)
);
CREATE UNIQUE INDEX "LedgerEntry_one_earned" ON "LedgerEntry" ("commissionId") WHERE "kind" = 'earned';
CREATE UNIQUE INDEX "Payout_one_live" ON "Payout" ("refererId", "quarter") WHERE "status" <> 'void';
ALTER TABLE "Payout" ADD CONSTRAINT "Payout_sums" CHECK (
  "totalPence" = "payoutPence" + "vatPence" AND "payoutPence" > 0 AND "vatPence" >= 0 AND "orderCount" >= 0
  AND ("status" = 'paid') = ("paidAt" IS NOT NULL) AND ("status" = 'void') = ("voidedAt" IS NOT NULL)
  AND "quarter" ~ '^\d{4}-Q[1-4]$'
);
CREATE UNIQUE INDEX "PayoutEntry_once" ON "PayoutEntry" ("entryId") WHERE NOT "isVoid";

-- Numbered papers and ledger entries are never edited or removed.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "LedgerEntry_append_only" BEFORE UPDATE OR DELETE ON "LedgerEntry" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "Document_append_only" BEFORE UPDATE OR DELETE ON "Document" FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Mail
ALTER TABLE "CampaignRecipient" ADD CONSTRAINT "CampaignRecipient_key" CHECK ("addressKey" = lower("addressKey"));
ALTER TABLE "Suppression" ADD CONSTRAINT "Suppression_key" CHECK ("addressKey" = lower("addressKey"));

-- The counters of numbered papers exist before the first paper.
INSERT INTO "DocumentSeries" ("key", "prefix", "lastNumber") VALUES ('invoice', 'INV', 0), ('creditNote', 'CN', 0), ('payout', 'PAY', 0);
