-- Columns under the words of docs/glossary.md.
ALTER TABLE "Order" RENAME COLUMN "basketKey" TO "cartKey";
ALTER TABLE "Document" RENAME COLUMN "facts" TO "details";
ALTER TABLE "StripeEvent" RENAME COLUMN "toldAt" TO "deliveredAt";
ALTER INDEX "StripeEvent_toldAt_idx" RENAME TO "StripeEvent_deliveredAt_idx";
ALTER TABLE "AlertNotice" RENAME COLUMN "toldAt" TO "deliveredAt";
ALTER INDEX "AlertNotice_untold" RENAME TO "AlertNotice_undelivered";
CREATE OR REPLACE FUNCTION refuse_over_credit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  worth bigint;
BEGIN
  SELECT coalesce(sum(("details" #>> '{totals,grossPence}')::bigint * CASE "kind" WHEN 'creditNote' THEN -1 ELSE 1 END), 0)
    INTO worth FROM "Document" WHERE "orderId" = NEW."orderId" AND "kind" IN ('invoice', 'creditNote');
  IF worth < 0 THEN
    RAISE EXCEPTION 'The credit notes of order % exceed its invoice', NEW."orderId" USING ERRCODE = 'check_violation', CONSTRAINT = 'Document_credits_within_invoice';
  END IF;
  RETURN NULL;
END $$;
