-- The seller's VAT registration is frozen with the order, as its rate is.
-- AlterTable
ALTER TABLE "Order" ADD COLUMN "sellerVatNumber" TEXT;

-- Orders made before: the number that their invoice bears, else the one of the newest invoice.
UPDATE "Order" o SET "sellerVatNumber" = coalesce(
  (SELECT d."facts" #>> '{seller,vatNumber}' FROM "Document" d WHERE d."orderId" = o."id" AND d."kind" = 'invoice' AND d."cancelsId" IS NULL LIMIT 1),
  (SELECT d."facts" #>> '{seller,vatNumber}' FROM "Document" d WHERE d."seriesKey" = 'invoice' ORDER BY d."number" DESC LIMIT 1))
 WHERE o."vatBps" > 0;
