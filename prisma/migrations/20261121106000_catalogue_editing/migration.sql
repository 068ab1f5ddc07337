-- CreateEnum
CREATE TYPE "UploadStatus" AS ENUM ('receiving', 'ready', 'refused', 'published');

-- AlterTable
ALTER TABLE "MediaFile" ALTER COLUMN "bytes" SET DATA TYPE DOUBLE PRECISION;

-- CreateTable
CREATE TABLE "MediaUpload" (
    "id" TEXT NOT NULL,
    "videoId" INTEGER,
    "kind" "MediaKind" NOT NULL,
    "rendition" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "bytes" DOUBLE PRECISION NOT NULL,
    "status" "UploadStatus" NOT NULL,
    "adminId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "checkedAt" TIMESTAMPTZ(3),
    "publishedAt" TIMESTAMPTZ(3),
    "refusal" TEXT,
    "key" TEXT,
    "contentType" TEXT,
    "sha256" TEXT,
    "durationSeconds" DOUBLE PRECISION,
    "width" INTEGER,
    "height" INTEGER,
    "remarks" TEXT[],

    CONSTRAINT "MediaUpload_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ReplacedMedia" (
    "key" TEXT NOT NULL,
    "replacedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReplacedMedia_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "MediaUpload_status_idx" ON "MediaUpload"("status");

-- AddForeignKey
ALTER TABLE "MediaUpload" ADD CONSTRAINT "MediaUpload_videoId_fkey" FOREIGN KEY ("videoId") REFERENCES "Video"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A film may be given away: what costs something costs at least what Stripe charges, 30p.
ALTER TABLE "Video" DROP CONSTRAINT "Video_price_positive";
ALTER TABLE "Video" ADD CONSTRAINT "Video_price_sane" CHECK (("pricePence" = 0 OR "pricePence" >= 30) AND "durationMinutes" > 0);
ALTER TABLE "MediaFile" ADD CONSTRAINT "MediaFile_whole_bytes" CHECK ("bytes" >= 0 AND "bytes" = floor("bytes"));

-- What the check found is there exactly once it has passed, and a refusal says why.
ALTER TABLE "MediaUpload" ADD CONSTRAINT "MediaUpload_checked" CHECK (
  ("status" IN ('ready', 'published')) = ("key" IS NOT NULL AND "sha256" IS NOT NULL AND "contentType" IS NOT NULL)
  AND ("status" = 'refused') = ("refusal" IS NOT NULL)
  AND ("status" = 'published') = ("publishedAt" IS NOT NULL)
  AND ("status" = 'receiving') = ("checkedAt" IS NULL)
);
ALTER TABLE "MediaUpload" ADD CONSTRAINT "MediaUpload_whole_bytes" CHECK ("bytes" > 0 AND "bytes" = floor("bytes"));
