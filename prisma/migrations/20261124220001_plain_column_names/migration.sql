-- Columns under the words of docs/glossary.md.
ALTER TABLE "Order" RENAME COLUMN "basketKey" TO "cartKey";
ALTER TABLE "Document" RENAME COLUMN "facts" TO "details";
ALTER TABLE "StripeEvent" RENAME COLUMN "toldAt" TO "deliveredAt";
ALTER INDEX "StripeEvent_toldAt_idx" RENAME TO "StripeEvent_deliveredAt_idx";
ALTER TABLE "AlertNotice" RENAME COLUMN "toldAt" TO "deliveredAt";
ALTER INDEX "AlertNotice_untold" RENAME TO "AlertNotice_undelivered";
