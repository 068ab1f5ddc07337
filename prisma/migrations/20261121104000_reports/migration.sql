-- CreateIndex
CREATE INDEX "Order_refererId_paidAt_idx" ON "Order"("refererId", "paidAt");

-- The papers that take money back, or take that back: a few in a hundred, asked for by their day.
CREATE INDEX "Document_credits" ON "Document" ("issuedAt") WHERE "kind" = 'creditNote' OR "cancelsId" IS NOT NULL;
