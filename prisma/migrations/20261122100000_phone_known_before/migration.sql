-- AlterTable
ALTER TABLE "Referer" ADD COLUMN     "phoneKnownBefore" TEXT;

-- Where a change of bank details waits, the present number may come from whoever made it: the application's is older.
UPDATE "Referer" SET "phoneKnownBefore" = "RefererApplication"."phoneNumber"
FROM "RefererApplication" WHERE "RefererApplication"."refererId" = "Referer"."id";

UPDATE "Referer" SET "phoneKnownBefore" = "phoneNumber"
WHERE "phoneNumber" IS NOT NULL AND ("bankChangedAt" IS NULL OR "bankReviewedAt" >= "bankChangedAt");
